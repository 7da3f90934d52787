import type { Tx } from '@daymark/platform'

/** Mails to visitors of all galleries of an owner in a day: links that they ask for, and what she causes to be sent. */
export const PER_DAY = { asked: 1000, told: 1000 } as const
const DAY_MS = 86_400_000

/** Those of an owner since a moment. `owner`: a column, or a parameter. */
export const toldSince = (owner: string, since: string): string => `(
  SELECT count(*)::int FROM mails m
  WHERE m.owner_id = ${owner} AND m.address_hash IS NOT NULL AND m.created_at > ${since} AND m.kind <> 'personal_link')`
const TOLD = `SELECT ${toldSince('$1', '$2')} AS told`

export const dayBefore = (now: Date): Date => new Date(+now - DAY_MS)

/** Until the transaction ends: two that come at once must not both be the last that there is room for. */
export const lockVisitorMails = (tx: Tx, ownerId: string): Promise<unknown> =>
  tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`visitor-mails ${ownerId}`])

/** Whether so many more mails may go to visitors of an owner. */
export async function hasRoom(tx: Tx, ownerId: string, { mails, now }: { mails: number; now: Date }): Promise<boolean> {
  void lockVisitorMails(tx, ownerId)
  const [row] = await tx.sql<{ told: number }>(TOLD, [ownerId, dayBefore(now)])
  return (row?.told ?? 0) + mails <= PER_DAY.told
}
