import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, idOr, prepared, type Handler } from '@daymark/platform'

const FIND = prepared(
  'SELECT l.version::text FROM albums a JOIN accounts l ON l.user_id = a.owner_id WHERE a.id = $1 AND a.owner_id = $2',
)

/** An album shows titles, likes and tags of its photos: any change of the library counts, of which one row tells. */
@Handles(library.getAlbumVersion)
export class GetAlbumVersion implements Handler<typeof library.getAlbumVersion> {
  constructor(private readonly db: Database) {}

  async handle({ id }: Input<typeof library.getAlbumVersion>, { userId }: Actor) {
    const [found] = await this.db.sql<{ version: string }>(FIND, [idOr(errors.ALBUM_NOT_FOUND, id), userId])
    if (!found) throw errors.ALBUM_NOT_FOUND()
    return found
  }
}
