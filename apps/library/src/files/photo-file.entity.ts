import { randomUUIDv7 } from 'node:crypto'
import type { Input, library } from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import { toReplacedName, safeExtension } from '../photos/photo-filename.ts'
import { pickFileColumns, type FileColumns, StoredFile, UNPROCESSED_FILE_COLUMNS } from './stored-file.ts'

type ReplacementInput = Input<typeof library.registerReplacement>
/** The properties of a photo that are needed to create one of its files. */
type PhotoWithFile = { id: string; ownerId: string; fileId: string | null; originalFilename: string } & FileColumns

/**
 * A file of a photo other than its current file. `next` will replace the current file after processing; `earlier` is the file before the
 * last replacement.
 */
@Entity('photo_files')
export class PhotoFile extends StoredFile {
  /** The id of the file in the media service. */
  @PrimaryColumn('uuid') readonly id!: string
  @Column('uuid') photoId!: string
  @Column('uuid') ownerId!: string
  @Column('text') role!: 'next' | 'earlier'
  @Column('timestamptz') createdAt!: Date

  /**
   * Creates a replacement of a photo's file. Its original filename differs only in the extension, because other programs identify the photo
   * by the rest of the name.
   */
  static createNext(photo: PhotoWithFile, replacement: ReplacementInput, now: Date): PhotoFile {
    const { objectKey, size, sha256, crc32, mimeType, format } = replacement
    return Object.assign(new PhotoFile(), {
      id: randomUUIDv7(),
      photoId: photo.id,
      ownerId: photo.ownerId,
      role: 'next',
      createdAt: now,
      objectKey,
      size,
      sha256,
      crc32,
      mimeType,
      format,
      ...UNPROCESSED_FILE_COLUMNS,
      extension: safeExtension(replacement.extension),
      originalFilename: toReplacedName(photo.originalFilename, replacement.originalFilename),
      idempotencyKey: replacement.idempotencyKey ?? null,
    })
  }

  /** Creates the earlier version from the current file of a photo, when another file becomes current. */
  static createEarlier(photo: PhotoWithFile, now: Date): PhotoFile {
    const { id, ownerId, fileId } = photo
    const fields = { id: fileId ?? id, photoId: id, ownerId, role: 'earlier', createdAt: now }
    return Object.assign(new PhotoFile(), fields, pickFileColumns(photo))
  }
}
