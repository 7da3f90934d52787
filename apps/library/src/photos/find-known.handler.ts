import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { readPhotos } from './read-photos.ts'

/** Asked before files are uploaded, so that nobody has a photo twice without wanting to. */
@Handles(library.findKnown)
export class FindKnown implements Handler<typeof library.findKnown> {
  constructor(private readonly db: Database) {}

  async handle({ sha256, brief }: Input<typeof library.findKnown>, { userId }: Actor) {
    const rows = await this.db.sql<{ id: string; sha256: string }>(
      `SELECT DISTINCT ON (sha256) sha256, id FROM photos
       WHERE owner_id = $1 AND sha256 = ANY($2::text[]) AND deleted_at IS NULL ORDER BY sha256, number`,
      [userId, sha256.map(hash => hash.toLowerCase())],
    )
    const contents = new Map(rows.map(row => [row.id, row.sha256]))
    const photos = await readPhotos(this.db, [...contents.keys()], brief ? 'brief' : 'full')
    return { known: photos.map(photo => ({ sha256: contents.get(photo.id) ?? '', photo })) }
  }
}
