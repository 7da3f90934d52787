import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../../lib/api.ts'

/** Somebody proved who she is, and wanted to leave: until when she may come back, and with what. */
export type Leaving = { challenge: string; dueAt: string }

/** Undefined for any other refusal of a sign-in. */
export function leavingOf(reason: unknown): Leaving | undefined {
  const { challenge, deletion_due_at: dueAt } = (reason instanceof ApiError && reason.answer) || {}
  return challenge && dueAt ? { challenge, dueAt } : undefined
}

/** Everything comes back, and the answer signs in. */
export const keepAccount = ({ challenge }: Leaving) => call(routes.keepAccount, { body: { challenge } })
