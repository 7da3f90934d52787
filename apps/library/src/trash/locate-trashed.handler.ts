import { downloadName, errors, library, type Actor, type Input, type Renditions } from '@daymark/contracts'
import { Clock, Database, purgeCutoff, Handles, type Handler } from '@daymark/platform'
import { LibraryConfig } from '../config.ts'

type Row = { id: string; variants: Renditions; originalFilename: string }

/** For the eyes of the owner alone, on the screen of the trash. */
@Handles(library.locateTrashed)
export class LocateTrashed implements Handler<typeof library.locateTrashed> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: LibraryConfig,
  ) {}

  async handle({ size, name }: Input<typeof library.locateTrashed>, { userId }: Actor) {
    const before = purgeCutoff(this.clock.now(), this.config)
    const [row] = await this.db.sql<Row>(
      `SELECT id, variants, original_filename AS "originalFilename" FROM photos
       WHERE owner_id = $1 AND stem = $2 AND deleted_at > $3 AND variants IS NOT NULL`,
      [userId, name.replaceAll('\0', ''), before],
    )
    if (!row) throw errors.PHOTO_NOT_FOUND()
    const { key, size: bytes, sha256 } = row.variants[size]
    const mimeType = 'image/jpeg'
    return {
      photoId: row.id,
      key,
      size: bytes,
      sha256,
      mimeType,
      downloadName: downloadName(row.originalFilename, mimeType),
    }
  }
}
