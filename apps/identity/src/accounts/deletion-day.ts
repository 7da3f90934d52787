import type { IdentityConfig } from '../config.ts'

const DAY_MS = 86_400_000

/** When an account whose deletion is asked for now is gone for good. */
export const deletionDay = (now: Date, { deleteAfterDays }: IdentityConfig): Date =>
  new Date(+now + deleteAfterDays * DAY_MS)
