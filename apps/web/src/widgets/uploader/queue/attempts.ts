import { isRefusingAll, isTemporary } from './retry.ts'
import type { UploadItem } from './upload-item.ts'

/**
 * An unreachable server is retried without limit. A file that fails although the server is reachable may itself be the cause:
 * after some attempts the other files go first, and once one of those succeeds few attempts are left.
 */
const ATTEMPTS = { beforeOthers: 4, afterOthers: 4, all: 60 }

const turn = ({ fails }: UploadItem) => Math.max(0, fails - ATTEMPTS.beforeOthers + 1)

export const nextOf = (items: readonly UploadItem[]) =>
  items.filter(({ state }) => state === 'waiting').toSorted((a, b) => turn(a) - turn(b))[0]

/** Another file was accepted. */
export function limitAttempts(items: readonly UploadItem[]): UploadItem[] {
  const fails = ATTEMPTS.all - ATTEMPTS.afterOthers
  return items.map(item => (turn(item) > 0 ? { ...item, fails: Math.max(item.fails, fails) } : item))
}

/** Null: no attempt is left. */
export function failsAfter({ fails }: UploadItem, reason: unknown, isServerReached: boolean): number | null {
  const isCounted = isServerReached && isTemporary(reason) && !isRefusingAll(reason)
  const counted = fails + Number(isCounted)
  return counted < ATTEMPTS.all ? counted : null
}
