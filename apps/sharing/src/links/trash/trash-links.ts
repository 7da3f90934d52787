import { linkDeleted, type Actor } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { TrashConfig } from '../../config.ts'
import { Link } from '../link.entity.ts'
import { removeLinks } from '../remove-links.ts'

type Ended = { title: string; now: Date; withAlbum: boolean; actor?: Actor }

/** Locked, so that the order of their events is the order of their changes. */
export const linksOfAlbum = (tx: Tx, albumId: string): Promise<Link[]> =>
  tx.em.find(Link, { where: { albumId }, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } })

/**
 * Ends locked links. They leave their table, so that whatever looks for a link finds none; visits, figures and downloads stay with
 * their ids until the link is gone for good.
 */
@Injectable()
export class TrashLinks {
  constructor(private readonly config: TrashConfig) {}

  async put(tx: Tx, links: Link[], { title, now, withAlbum, actor }: Ended): Promise<void> {
    if (this.config.purgeAfterDays === 0) return removeLinks(tx, links, now, actor)
    for (const link of links) {
      tx.emit(linkDeleted, link.id, link.ended(now), actor)
      void tx.sql(KEEP, [link.id, link.ownerId, link.albumId, withAlbum, title, link, now])
    }
    await tx.em.remove(links)
  }
}

const KEEP = `
  INSERT INTO trashed_links (id, owner_id, album_id, with_album, name, state, deleted_at, slugs)
  SELECT $1, $2, $3, $4, $5, $6, $7, coalesce(array_agg(slug), '{}') FROM link_slugs WHERE link_id = $1`
