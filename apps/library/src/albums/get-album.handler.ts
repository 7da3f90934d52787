import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { albumQuery } from '../photos/photo-query.ts'
import { readIds } from '../photos/read-page.ts'
import { readPhotos } from '../photos/read-photos.ts'
import { sectionsOf } from '../sections/sections-of.ts'
import { viewAlbum } from './album-view.ts'
import { findAlbum } from './find-album.ts'

@Handles(library.getAlbum)
export class GetAlbum implements Handler<typeof library.getAlbum> {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle({ id, limit, offset }: Input<typeof library.getAlbum>, actor: Actor) {
    const album = await findAlbum(this.db.em, id, actor.userId)
    const total = album.photoCount
    const ids = await readIds(this.db, albumQuery(album.id), { limit, offset, total })
    const [view, photos, sections] = await Promise.all([
      viewAlbum(this.db, album),
      readPhotos(this.db, ids),
      sectionsOf(this.db, album, ids),
    ])
    const placed = photos.map(photo => ({ ...photo, sectionId: sections.get(photo.id) ?? null }))
    return { album: view, photos: album.sections.length > 0 ? placed : photos, total, limit, offset }
  }
}
