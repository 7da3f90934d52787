import { photoUpdated, type EventOf } from '@daymark/contracts'
import { On, prepared, type Commit, type Subscriber } from '@daymark/platform'
import { photoChanges } from './gallery-changes.ts'

@On(photoUpdated)
export class RememberPhoto implements Subscriber<typeof photoUpdated> {
  async on({ data: photo }: EventOf<typeof photoUpdated>, commit: Commit) {
    await commit(async tx => {
      void tx.sql(
        prepared(`INSERT INTO photos (id, owner_id, version, filename, original_filename, title, caption, width, height, orientation,
                             placeholder, original, variants, taken_at, visitor)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         ON CONFLICT (id) DO UPDATE
         SET version = $3, filename = $4, original_filename = $5, title = $6, caption = $7, width = $8, height = $9,
             orientation = $10, placeholder = $11, original = $12, variants = $13, taken_at = $14, visitor = $15
         WHERE NOT photos.deleted AND photos.version < $3`),
        [
          photo.photoId,
          photo.ownerId,
          photo.version,
          photo.filename,
          photo.originalFilename,
          photo.title,
          photo.caption,
          photo.width,
          photo.height,
          photo.orientation,
          photo.placeholder,
          photo.original,
          photo.variants,
          photo.takenAt,
          photo.visitor ?? null,
        ],
      )
      photoChanges(tx, photo.ownerId, photo.photoId)
    })
  }
}
