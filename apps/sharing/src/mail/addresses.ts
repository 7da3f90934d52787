import { createHash } from 'node:crypto'
import type { Tx } from '@daymark/platform'

/** Stands for an address where only 'the same one' has to be known; each photographer has her own. */
export const addressHash = (ownerId: string, address: string): string =>
  createHash('sha256').update(`${ownerId} ${address.trim().toLowerCase()}`).digest('base64url')

/** Of everybody who left one in a gallery. */
export async function addressesOf(tx: Tx, linkId: string): Promise<string[]> {
  const rows = await tx.sql<{ email: string }>(
    'SELECT DISTINCT email FROM pick_lists WHERE link_id = $1 AND email IS NOT NULL ORDER BY email',
    [linkId],
  )
  return rows.map(({ email }) => email)
}
