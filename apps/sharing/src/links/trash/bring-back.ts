import { linkChanged } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import { announceWatermark } from '../announce-watermark.ts'
import { Link } from '../link.entity.ts'

type Row = { id: string; state: Record<string, unknown>; slugs: string[] }
const DATES = ['expiresAt', 'lastViewedAt', 'createdAt', 'updatedAt'] as const

/** Links from the trash as they were: a revoked one is revoked. Its readable addresses are its own as far as they are free still. */
export async function bringBack(tx: Tx, which: string, parameters: unknown[], now: Date): Promise<number> {
  const rows = await tx.sql<Row>(
    `WITH back AS (DELETE FROM trashed_links WHERE ${which} RETURNING id, state, slugs) SELECT * FROM back ORDER BY id`,
    parameters,
  )
  for (const row of rows) {
    const link = linkOf(row)
    await tx.em.insert(Link, link)
    await takeNames(tx, link, row.slugs)
    await tx.sql('UPDATE links SET slug = $2, view_count = $3, last_viewed_at = $4, downloaded = $5 WHERE id = $1', [
      ...[link.id, link.slug, link.viewCount, link.lastViewedAt, link.downloaded],
    ])
    tx.emit(linkChanged, link.id, link.state(now))
    if (link.watermark) await announceWatermark(tx, link)
  }
  return rows.length
}

/** What links of today have and this one had not is as in a new one. Ending it was a version, and this is the next. */
function linkOf({ state }: Row): Link {
  const kept = state as unknown as Link
  const { id, token, albumId, ownerId } = kept
  const link = Object.assign(Link.for(albumId, ownerId, { id, token, createdAt: kept.createdAt }), kept)
  const dates = DATES.map(name => [name, link[name] && new Date(link[name])])
  return Object.assign(link, Object.fromEntries(dates), { version: kept.version + 2 })
}

async function takeNames(tx: Tx, link: Link, names: string[]): Promise<void> {
  const taken = await tx.sql<{ slug: string }>(
    `WITH taken AS (
       UPDATE link_slugs SET link_id = $1 WHERE slug = ANY($2) AND owner_id = $3 AND link_id IS NULL RETURNING slug)
     SELECT slug FROM taken`,
    [link.id, names, link.ownerId],
  )
  if (!taken.some(({ slug }) => slug === link.slug)) link.slug = null
}
