import { PICKS, sharing, type Actor, type AlbumPicker, type Input } from '@daymark/contracts'
import { Database, Handles, isId, type Handler } from '@daymark/platform'

type Asked = Input<typeof sharing.listAlbumPicks>

/** Of links that ask for picks, of photos that are in the album now. */
const PICKED = `
  FROM links s JOIN pick_lists l ON l.link_id = s.id AND l.picking JOIN picks k ON k.list_id = l.id AND k.choice = 'picked'
  JOIN placements m ON m.album_id = s.album_id AND m.photo_id = k.photo_id AND m.present
  WHERE s.album_id = $1 AND s.owner_id = $2 AND s.picks IS NOT NULL`
const PEOPLE = `
  SELECT l.id AS "listId", l.link_id AS "linkId", l.name, count(*)::int AS picked ${PICKED}
  GROUP BY l.id, l.link_id, l.name ORDER BY lower(l.name), l.id LIMIT ${PICKS.lists}`
const PHOTOS = `SELECT DISTINCT k.photo_id AS id ${PICKED} AND ($3::uuid IS NULL OR l.id = $3) LIMIT ${PICKS.ofAlbum}`

/** For the page of an album: who picked there, by any of its links, and what. Somebody else's album has nobody. */
@Handles(sharing.listAlbumPicks)
export class ListAlbumPicks implements Handler<typeof sharing.listAlbumPicks> {
  constructor(private readonly db: Database) {}

  async handle({ albumId, by }: Asked, { userId }: Actor) {
    if (!isId(albumId) || !isId(userId)) return { people: [], photoIds: [] }
    const isAsked = by === 'anybody' || (by !== undefined && isId(by))
    const [people, photos] = await Promise.all([
      this.db.sql<AlbumPicker>(PEOPLE, [albumId, userId]),
      isAsked ? this.db.sql<{ id: string }>(PHOTOS, [albumId, userId, by === 'anybody' ? null : by]) : [],
    ])
    return { people, photoIds: photos.map(({ id }) => id) }
  }
}
