import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, prepared, type Handler } from '@daymark/platform'
import { albumQuery } from '../photos/photo-query.ts'
import { readIds } from '../photos/read-page.ts'
import { readPhotos } from '../photos/read-photos.ts'
import { sectionsOf } from '../sections/sections-of.ts'
import { viewAlbum } from './album-view.ts'
import { findAlbum } from './find-album.ts'

/** From an index of what waits alone, which mostly is nothing. */
const WAITING = prepared(
  `SELECT count(*)::int AS waiting FROM received_files WHERE owner_id = $1 AND album_id = $2 AND state = 'waiting'`,
)

@Handles(library.getAlbum)
export class GetAlbum implements Handler<typeof library.getAlbum> {
  constructor(private readonly db: Database) {}

  async handle({ id, limit, offset }: Input<typeof library.getAlbum>, actor: Actor) {
    const album = await findAlbum(this.db.em, id, actor.userId)
    const total = album.photoCount
    const ids = await readIds(this.db, albumQuery(album.id), { limit, offset, total })
    const [view, photos, sections, [received]] = await Promise.all([
      viewAlbum(this.db, album),
      readPhotos(this.db, ids),
      sectionsOf(this.db, album, ids),
      this.db.sql<{ waiting: number }>(WAITING, [actor.userId, album.id]),
    ])
    const placed = photos.map(photo => ({ ...photo, sectionId: sections.get(photo.id) ?? null }))
    const waiting = received?.waiting ? { waiting: received.waiting } : {}
    return { album: { ...view, ...waiting }, photos: album.sections.length > 0 ? placed : photos, total, limit, offset }
  }
}
