import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, isId, type Handler } from '@daymark/platform'
import { findAlbum } from '../albums/find-album.ts'
import { readReceived } from './received-rows.ts'

type Guest = { id: string; linkId: string; name: string; waiting: number }
const GUESTS = `
  SELECT guest_id AS id, link_id AS "linkId", guest_name AS name, count(*)::int AS waiting FROM received_files
  WHERE owner_id = $1 AND album_id = $2 AND state = 'waiting'
  GROUP BY guest_id, link_id, guest_name ORDER BY min(created_at), guest_id`
/** Guests in the order in which each began. */
const PAGE = `
  r.owner_id = $1 AND r.album_id = $2 AND r.state = 'waiting' AND ($3::uuid IS NULL OR r.guest_id = $3)
  ORDER BY (SELECT min(x.created_at) FROM received_files x
      WHERE x.owner_id = $1 AND x.album_id = $2 AND x.state = 'waiting' AND x.guest_id = r.guest_id),
    r.guest_id, r.created_at, r.id LIMIT $4 OFFSET $5`
/** No guest has it. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

@Handles(library.listReceived)
export class ListReceived implements Handler<typeof library.listReceived> {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle({ albumId, guestId, limit, offset }: Input<typeof library.listReceived>, { userId }: Actor) {
    const album = await findAlbum(this.db.em, albumId, userId)
    const guest = guestId === undefined ? null : isId(guestId) ? guestId : NOBODY
    const [guests, files] = await Promise.all([
      this.db.sql<Guest>(GUESTS, [userId, album.id]),
      readReceived(this.db, PAGE, [userId, album.id, guest, limit, offset]),
    ])
    const meant = guest === null ? guests : guests.filter(({ id }) => id === guest)
    return { guests, files, total: meant.reduce((sum, { waiting }) => sum + waiting, 0) }
  }
}
