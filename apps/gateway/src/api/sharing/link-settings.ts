import type { Input, sharing } from '@daymark/contracts'
import { untilDate } from '../../helpers/dates.ts'

/** What an owner sets of a link. Absent: as it is, or as it usually is. */
export type LinkSettings = Omit<Input<typeof sharing.updateLink>, 'id'>

/** Left out: as it was. Empty or null: none. */
export const emptyAsNull = (value: string | null | undefined): null | undefined =>
  value === undefined ? undefined : null

/** rule 34. */
export const endOf = (expiresAt: string | null | undefined, timeZone?: string) =>
  expiresAt ? untilDate('expires_at', expiresAt, timeZone) : emptyAsNull(expiresAt)

export const passwordOf = (password: string | null | undefined) => (password ? password : emptyAsNull(password))
