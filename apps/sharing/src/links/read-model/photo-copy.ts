import type { EventOf, photoUpdated } from '@daymark/contracts'
import { prepared, type Tx } from '@daymark/platform'
import { photoChanges } from './gallery-changes.ts'

export type PhotoState = EventOf<typeof photoUpdated>['data']

/**
 * The newest version wins, over that of a deletion too. A tombstone of before deletions had versions (0) is believed until the photo
 * is told to be back.
 */
export function rememberPhoto(tx: Tx, photo: PhotoState, isBack: boolean): void {
  void tx.sql(
    prepared(`INSERT INTO photos (id, owner_id, version, filename, original_filename, title, caption, width, height, orientation,
                         placeholder, original, variants, taken_at, visitor_file, file_id, replaced_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $17, $18)
     ON CONFLICT (id) DO UPDATE
     SET version = $3, filename = $4, original_filename = $5, title = $6, caption = $7, width = $8, height = $9,
         deleted = false, orientation = $10, placeholder = $11, original = $12, variants = $13, taken_at = $14, visitor_file = $15,
         file_id = $17, replaced_at = $18
     WHERE photos.version < $3 AND (NOT photos.deleted OR photos.version > 0 OR $16)`),
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
      isBack,
      photo.fileId ?? null,
      photo.replacedAt ?? null,
    ],
  )
  photoChanges(tx, photo.ownerId, photo.photoId)
}
