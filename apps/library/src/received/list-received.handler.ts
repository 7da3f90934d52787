import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { findAlbum } from '../albums/find-album.ts'
import { readReceived } from './received-rows.ts'

type Guest = { id: string; linkId: string; name: string; waiting: number; last: string }
const GUESTS = `
  SELECT guest_id AS id, link_id AS "linkId", guest_name AS name, count(*)::int AS waiting, max(id::text) AS last
  FROM received_files
  WHERE owner_id = $1 AND album_id = $2 AND state = 'waiting'
  GROUP BY guest_id, link_id, guest_name ORDER BY min(created_at), guest_id`
const PAGE = `
  r.owner_id = $1 AND r.album_id = $2 AND r.state = 'waiting' AND r.guest_id = ANY ($3::uuid[])
  ORDER BY array_position($3::uuid[], r.guest_id), r.created_at, r.id LIMIT $4 OFFSET $5`

@Handles(library.listReceived)
export class ListReceived implements Handler<typeof library.listReceived> {
  constructor(private readonly db: Database) {}

  async handle({ albumId, guestId, limit, offset }: Input<typeof library.listReceived>, { userId }: Actor) {
    const album = await findAlbum(this.db.em, albumId, userId)
    const guests = await this.db.sql<Guest>(GUESTS, [userId, album.id])
    const meant = guestId === undefined ? guests : guests.filter(({ id }) => id === guestId)
    const { ids, before } = within(meant, offset, limit)
    const shown = new Set(ids)
    const files = await readReceived(this.db, PAGE, [userId, album.id, ids, limit, offset - before])
    return {
      guests: guests.filter(({ id }) => shown.has(id)).map(({ last: _, ...guest }) => guest),
      files,
      total: meant.reduce((sum, { waiting }) => sum + waiting, 0),
      last:
        guests
          .map(({ last }) => last)
          .toSorted()
          .at(-1) ?? null,
    }
  }
}

/** Whose photos a page shows, in the order in which each guest began, and how many come before theirs. */
function within(guests: Guest[], offset: number, limit: number): { ids: string[]; before: number } {
  const ids: string[] = []
  let [before, at] = [0, 0]
  for (const { id, waiting } of guests) {
    if (at + waiting <= offset) before = at + waiting
    else if (at < offset + limit) ids.push(id)
    at += waiting
  }
  return { ids, before }
}
