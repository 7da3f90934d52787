import { photoDeleted, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { photoChanges } from './gallery-changes.ts'

/** L-MKT-08: a deleted photo is out of every link at once. The tombstone keeps nothing of it but its id and the version that ended it. */
@On(photoDeleted)
export class ForgetPhoto implements Subscriber<typeof photoDeleted> {
  async on({ data: { photoId, ownerId, version = 0 } }: EventOf<typeof photoDeleted>, commit: Commit) {
    await commit(async tx => {
      await tx.sql(
        `INSERT INTO photos (id, owner_id, version, deleted) VALUES ($1, $2, $3, true)
         ON CONFLICT (id) DO UPDATE
         SET deleted = true, version = $3, filename = null, original_filename = null, title = null, caption = null, width = null,
             height = null, orientation = null, placeholder = null, original = null, variants = null, taken_at = null,
             visitor = null, file_id = null, replaced_at = null
         WHERE photos.version < $3 OR $3 = 0`,
        [photoId, ownerId, version],
      )
      await tx.sql('DELETE FROM file_hashes h USING photos p WHERE h.photo_id = $1 AND p.id = $1 AND p.deleted', [
        photoId,
      ])
      photoChanges(tx, ownerId, photoId)
    })
  }
}
