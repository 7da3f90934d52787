import { errors, MAX_STUDIO_NAMES, slugProblem } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'

/**
 * Gives a page its address. Those that it had lead on to it, and stay its owner's for as long as she has an account: nobody else can
 * put other galleries behind an address that clients know. So there is an end to them.
 */
export async function claimStudioName(tx: Tx, ownerId: string, wanted: string): Promise<void> {
  const name = wanted.trim().toLowerCase()
  const problem = slugProblem(name)
  if (problem) throw errors.INVALID_INPUT({ reason: problem })
  await tx.sql('UPDATE studio_page_names SET is_current = false WHERE owner_id = $1 AND is_current', [ownerId])
  const taken = await tx.sql(
    `WITH taken AS (
       INSERT INTO studio_page_names AS n (name, owner_id, is_current) VALUES ($1, $2, true)
       ON CONFLICT (name) DO UPDATE SET is_current = true WHERE n.owner_id = $2 RETURNING name
     ) SELECT name FROM taken`,
    [name, ownerId],
  )
  if (!taken.length) throw errors.SLUG_TAKEN()
  const [had] = await tx.sql<{ count: number }>('SELECT count(*)::int FROM studio_page_names WHERE owner_id = $1', [
    ownerId,
  ])
  if ((had?.count ?? 0) > MAX_STUDIO_NAMES)
    throw errors.INVALID_INPUT({
      reason: `Your page has had ${MAX_STUDIO_NAMES} addresses, which is the limit. Choose one of these again.`,
    })
}
