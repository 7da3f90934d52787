import { randomUUIDv7 } from 'node:crypto'
import type { Input, library } from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import { toReplacedName, safeExtension } from '../photos/photo-filename.ts'
import { pickFileColumns, type FileColumns, StoredFile, UNPROCESSED_FILE_COLUMNS } from './stored-file.ts'

type Replacement = Input<typeof library.registerReplacement>
/** The photo that owns the file. */
type PhotoWithFile = { id: string; ownerId: string; fileId: string | null; originalFilename: string } & FileColumns

/** A file of a photo that is not its current file: `next` replaces it after processing, `earlier` is the previous one. */
@Entity('photo_files')
export class PhotoFile extends StoredFile {
  /** The id of the file in the media service. */
  @PrimaryColumn('uuid') readonly id!: string
  @Column('uuid') photoId!: string
  @Column('uuid') ownerId!: string
  @Column('text') role!: 'next' | 'earlier'
  @Column('timestamptz') createdAt!: Date

  /** A new file for a photo. It keeps the photo's name before the extension, because other programs identify the photo by it. */
  static next(photo: PhotoWithFile, replacement: Replacement, now: Date): PhotoFile {
    const { objectKey, size, sha256, crc32, mimeType, format } = replacement
    return Object.assign(new PhotoFile(), {
      ...{ id: randomUUIDv7(), photoId: photo.id, ownerId: photo.ownerId, role: 'next', createdAt: now },
      ...{ objectKey, size, sha256, crc32, mimeType, format, ...UNPROCESSED_FILE_COLUMNS },
      extension: safeExtension(replacement.extension),
      originalFilename: toReplacedName(photo.originalFilename, replacement.originalFilename),
      idempotencyKey: replacement.idempotencyKey ?? null,
    })
  }

  /** The current file of a photo as an earlier version, which is stored when another file replaces it. */
  static earlier(photo: PhotoWithFile, now: Date): PhotoFile {
    const { id, ownerId, fileId } = photo
    const fields = { id: fileId ?? id, photoId: id, ownerId, role: 'earlier', createdAt: now }
    return Object.assign(new PhotoFile(), fields, pickFileColumns(photo))
  }
}
