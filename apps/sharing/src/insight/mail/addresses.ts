import type { Tx } from '@daymark/platform'
import { createHash } from 'node:crypto'

/** Where mail to an address arrives: `anna+photos@` is `anna@`. Whoever counts or remembers addresses goes by it. */
const mailboxOf = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^([^@+]+)\+[^@]*@/, '$1@')

/** Stands for an address where only 'the same one' has to be known; each photographer has her own. */
export const addressHash = (ownerId: string, address: string): string =>
  createHash('sha256')
    .update(`${ownerId} ${mailboxOf(address)}`)
    .digest('base64url')

/** Of everybody who left one in a gallery. */
export async function addressesOf(tx: Tx, linkId: string): Promise<string[]> {
  const rows = await tx.sql<{ email: string }>(
    'SELECT DISTINCT email FROM pick_lists WHERE link_id = $1 AND email IS NOT NULL ORDER BY email',
    [linkId],
  )
  return rows.map(({ email }) => email)
}
