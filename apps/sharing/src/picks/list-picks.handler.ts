import { sharing, type Actor, type Input, type PickListView } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { ownLink } from '../visitors/own-link.ts'
import { shownPhoto } from '../visitors/shown-photo.ts'
import { COUNTS, type Counts } from './own-list.ts'

type Row = Omit<PickListView, 'sentAt' | 'createdAt' | 'changedAt'> & {
  sentAt: Date | null
  createdAt: Date
  changedAt: Date
}

/** The photos of the gallery are read once, whatever the number of lists. */
const LISTS = `
  WITH shown AS MATERIALIZED (
    SELECT p.id AS photo_id FROM placements m CROSS JOIN LATERAL (${shownPhoto('m.photo_id', '$3')}) p
    WHERE m.album_id = $2 AND m.present
  ), counted AS (
    SELECT k.list_id, ${COUNTS} FROM picks k JOIN shown s ON s.photo_id = k.photo_id
    WHERE k.link_id = $1 GROUP BY k.list_id
  )
  SELECT l.id, l.name, l.email, l.sent_at AS "sentAt", l.created_at AS "createdAt", l.changed_at AS "changedAt",
         coalesce(c.picked, 0) AS picked, coalesce(c.rejected, 0) AS rejected, coalesce(c.notes, 0) AS notes
  FROM pick_lists l LEFT JOIN counted c ON c.list_id = l.id
  WHERE l.link_id = $1 AND l.picking ORDER BY l.changed_at DESC, l.id DESC`

@Handles(sharing.listPicks)
export class ListPicks implements Handler<typeof sharing.listPicks> {
  constructor(private readonly db: Database) {}

  async handle({ linkId }: Input<typeof sharing.listPicks>, actor: Actor) {
    const { id, albumId, albumTitle, ownerId, picks } = await ownLink(this.db, linkId, actor)
    const rows = await this.db.sql<Row & Counts>(LISTS, [id, albumId, ownerId])
    const lists = rows.map(row => ({
      ...row,
      sentAt: row.sentAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
    }))
    return { albumId, albumTitle, settings: picks, lists }
  }
}
