import { errors, MAX_LISTED } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { Link } from '../../links/link.entity.ts'

export const studioPageLockKey = (ownerId: string): string => `studio page ${ownerId}`
/** Before any link is locked: what an owner lists changes in one place at a time. */
export const lockStudioPage = (tx: Tx, ownerId: string) =>
  tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [studioPageLockKey(ownerId)])

/** Puts a link on the studio page of its owner, before all others, or takes it off; what is undefined stays. */
export async function listLink(tx: Tx, link: Link, listed: boolean | undefined): Promise<void> {
  if (listed === undefined || listed === (link.studioPlace !== null)) return
  link.studioPlace = listed ? await firstPlace(tx, link.ownerId) : null
}

async function firstPlace(tx: Tx, ownerId: string): Promise<number> {
  await lockStudioPage(tx, ownerId)
  const [row] = await tx.sql<{ count: number; first: number }>(
    `SELECT count(*)::int AS count, coalesce(min(studio_place), 1) AS first FROM links
     WHERE owner_id = $1 AND studio_place IS NOT NULL`,
    [ownerId],
  )
  const { count, first } = row ?? { count: 0, first: 1 }
  if (count >= MAX_LISTED)
    throw errors.INVALID_INPUT({ reason: `Your studio page lists ${MAX_LISTED} galleries, which is the limit.` })
  return first - 1
}
