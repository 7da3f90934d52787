import { library, type Actor, type Input, type ManifestPhoto } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { columnsOf, type PhotoRow } from '../photos/photo-columns.ts'
import { albumQuery } from '../photos/photo-query.ts'
import { readAfter } from '../photos/read-after.ts'
import { sectionsOf } from '../sections/sections-of.ts'
import { findAlbum } from './find-album.ts'

const LISTED = ['id', 'filename', 'originalFilename', 'size', 'sha256', 'takenAt', 'status'] as const
type Row = PhotoRow<(typeof LISTED)[number]>
const READ = `SELECT ${columnsOf(LISTED)} FROM photos p WHERE p.id = ANY($1::uuid[])`

@Handles(library.listManifest)
export class ListManifest implements Handler<typeof library.listManifest> {
  constructor(private readonly db: Database) {}

  async handle({ id, limit, after }: Input<typeof library.listManifest>, actor: Actor) {
    const album = await findAlbum(this.db.em, id, actor.userId)
    const { ids, next } = await readAfter(this.db, albumQuery(album.id), { after, limit, isCollected: false })
    const rows = await this.db.sql<Row>(READ, [ids])
    const sections = await sectionsOf(this.db, album, ids)
    const photos = new Map(rows.map(row => [row.id, { ...view(row), sectionId: sections.get(row.id) ?? null }]))
    return { photos: ids.map(photoId => photos.get(photoId)).filter(photo => photo !== undefined), next }
  }
}

const view = ({ takenAt, ...photo }: Row): ManifestPhoto => ({ ...photo, takenAt: takenAt?.toISOString() ?? null })
