import { type Actor, linkChanged, linkDeleted } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { TrashConfig } from '../../config.ts'
import { requestWatermarkRendering } from '../link-watermark.ts'
import { Link } from '../link.entity.ts'

/** Deletes locked links permanently. A job deletes their visits later (visits/retention.jobs.ts). */
export async function deleteLinks(tx: Tx, links: Link[], now: Date, actor?: Actor): Promise<void> {
  for (const link of links) {
    tx.emit(linkDeleted, link.id, link.deletedState(now), actor)
    tx.send('INSERT INTO link_tombstones (link_id, deleted_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [link.id, now])
  }
  await tx.em.remove(links)
}

type Deletion = { title: string; now: Date; withAlbum: boolean; actor?: Actor }

/** Locks and returns the links of an album. Because of the locks, events are in the order of the changes. */
export const lockLinksOfAlbum = (tx: Tx, albumId: string): Promise<Link[]> =>
  tx.em.find(Link, { where: { albumId }, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } })

/**
 * Moves locked links to the trash. Deletes their rows in `links`, so that no query finds them. Visits, statistics and downloads remain
 * until the link is purged.
 */
@Injectable()
export class LinkTrash {
  constructor(private readonly config: TrashConfig) {}

  async moveToTrash(tx: Tx, links: Link[], { title, now, withAlbum, actor }: Deletion): Promise<void> {
    if (this.config.purgeAfterDays === 0) return deleteLinks(tx, links, now, actor)
    for (const link of links) {
      tx.emit(linkDeleted, link.id, link.deletedState(now), actor)
      tx.send(INSERT_TRASHED_LINK, [link.id, link.ownerId, link.albumId, withAlbum, title, link, now])
    }
    await tx.em.remove(links)
  }
}

const INSERT_TRASHED_LINK = `
  INSERT INTO trashed_links (id, owner_id, album_id, with_album, name, state, deleted_at, slugs)
  SELECT $1, $2, $3, $4, $5, $6, $7, coalesce(array_agg(slug), '{}') FROM link_slugs WHERE link_id = $1`

type TrashedRow = { id: string; state: Record<string, unknown>; slugs: string[] }
const DATE_FIELDS = ['expiresAt', 'lastViewedAt', 'createdAt', 'updatedAt'] as const

/**
 * Restores trashed links with all of their settings: a revoked link is still revoked. A link gets its readable addresses back if they are
 * still free. Returns the number of restored links.
 */
export async function restoreTrashedLinks(
  tx: Tx,
  condition: string,
  parameters: unknown[],
  now: Date,
): Promise<number> {
  const rows = await tx.sql<TrashedRow>(
    `WITH restored AS (DELETE FROM trashed_links WHERE ${condition} RETURNING id, state, slugs) SELECT * FROM restored ORDER BY id`,
    parameters,
  )
  for (const row of rows) {
    const link = toRestoredLink(row)
    await tx.em.insert(Link, link)
    await reclaimSlugs(tx, link, row.slugs)
    await tx.sql('UPDATE links SET slug = $2, view_count = $3, last_viewed_at = $4, downloaded = $5 WHERE id = $1', [
      link.id,
      link.slug,
      link.viewCount,
      link.lastViewedAt,
      link.downloaded,
    ])
    tx.emit(linkChanged, link.id, link.eventState(now))
    if (link.watermark) await requestWatermarkRendering(tx, link)
  }
  return rows.length
}

/**
 * Creates the link from its stored state. Settings that did not exist when the link was deleted get their defaults. The version increases
 * by 2, because the deletion has published one version.
 */
function toRestoredLink({ state }: TrashedRow): Link {
  const saved = state as unknown as Link
  const { id, token, albumId, ownerId } = saved
  const link = Object.assign(Link.create(albumId, ownerId, { id, token, createdAt: saved.createdAt }), saved)
  const dates = DATE_FIELDS.map(name => [name, link[name] && new Date(link[name])])
  return Object.assign(link, Object.fromEntries(dates), { version: saved.version + 2 })
}

async function reclaimSlugs(tx: Tx, link: Link, names: string[]): Promise<void> {
  const reclaimed = await tx.sql<{ slug: string }>(
    'UPDATE link_slugs SET link_id = $1 WHERE slug = ANY($2) AND owner_id = $3 AND link_id IS NULL RETURNING slug',
    [link.id, names, link.ownerId],
  )
  if (!reclaimed.some(({ slug }) => slug === link.slug)) link.slug = null
}
