import { linkDeleted, type Actor } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { Link } from './link.entity.ts'

/** Ends locked links for ever. Their visits are removed afterwards (visits/forget-visits.job.ts). */
export async function removeLinks(tx: Tx, links: Link[], now: Date, actor?: Actor): Promise<void> {
  for (const link of links) {
    tx.emit(linkDeleted, link.id, link.ended(now), actor)
    void tx.sql('INSERT INTO link_tombstones (link_id, deleted_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      link.id,
      now,
    ])
  }
  await tx.em.remove(links)
}
