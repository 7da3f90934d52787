import { errors, MAX_LISTED_GALLERIES, MAX_STUDIO_PAGE_NAMES, findSlugProblem } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { Link } from '../../links/link.entity.ts'

export const studioPageLockKey = (ownerId: string): string => `studio page ${ownerId}`
/** Locks the listed links of an owner against concurrent changes. Must be called before any link is locked. */
export const lockStudioPage = (tx: Tx, ownerId: string): void => tx.lock(studioPageLockKey(ownerId))

/** Adds a link to the studio page as its first entry, or removes it from the page. `listed` undefined changes nothing. */
export async function setListed(tx: Tx, link: Link, listed: boolean | undefined): Promise<void> {
  if (listed === undefined || listed === (link.studioPosition !== null)) return
  link.studioPosition = listed ? await findPositionBeforeFirst(tx, link.ownerId) : null
}

async function findPositionBeforeFirst(tx: Tx, ownerId: string): Promise<number> {
  lockStudioPage(tx, ownerId)
  const [row] = await tx.sql<{ count: number; first: number }>(
    `SELECT count(*)::int AS count, coalesce(min(studio_position), 1) AS first FROM links
     WHERE owner_id = $1 AND studio_position IS NOT NULL`,
    [ownerId],
  )
  const { count, first } = row ?? { count: 0, first: 1 }
  if (count >= MAX_LISTED_GALLERIES)
    throw errors.INVALID_INPUT({
      reason: `Your studio page lists ${MAX_LISTED_GALLERIES} galleries, which is the limit.`,
    })
  return first - 1
}

/**
 * Assigns an address to a studio page. Former addresses redirect to the current one and belong to the owner while the account exists, so
 * that no other account can show galleries at an address that clients know. The number of addresses is therefore limited.
 */
export async function claimStudioName(tx: Tx, ownerId: string, requestedName: string): Promise<void> {
  const name = requestedName.trim().toLowerCase()
  const problem = findSlugProblem(name)
  if (problem) throw errors.INVALID_INPUT({ reason: problem })
  await tx.sql('UPDATE studio_page_names SET is_current = false WHERE owner_id = $1 AND is_current', [ownerId])
  const claimed = await tx.sql(
    `INSERT INTO studio_page_names AS n (name, owner_id, is_current) VALUES ($1, $2, true)
     ON CONFLICT (name) DO UPDATE SET is_current = true WHERE n.owner_id = $2 RETURNING name`,
    [name, ownerId],
  )
  if (!claimed.length) throw errors.SLUG_TAKEN()
  const [names] = await tx.sql<{ count: number }>('SELECT count(*)::int FROM studio_page_names WHERE owner_id = $1', [
    ownerId,
  ])
  if ((names?.count ?? 0) > MAX_STUDIO_PAGE_NAMES)
    throw errors.INVALID_INPUT({
      reason: `Your page has had ${MAX_STUDIO_PAGE_NAMES} addresses, which is the limit. Choose one of these again.`,
    })
}
