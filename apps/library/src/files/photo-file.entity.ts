import { randomUUIDv7 } from 'node:crypto'
import type { Input, library } from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import { replacedName, safeExtension } from '../photos/photo-filename.ts'
import { fileFacts, type FileFacts, StoredFile, UNSEEN } from './stored-file.ts'

type Replacement = Input<typeof library.registerReplacement>
/** Of whose photo it is a file. */
type Of = { id: string; ownerId: string; fileId: string | null; originalFilename: string } & FileFacts

/** A file of a photo that is not the one it shows: to take its place when it is processed, or the one that was there before. */
@Entity('photo_files')
export class PhotoFile extends StoredFile {
  /** What media knows it by. */
  @PrimaryColumn('uuid') readonly id!: string
  @Column('uuid') photoId!: string
  @Column('uuid') ownerId!: string
  @Column('text') role!: 'next' | 'earlier'
  @Column('timestamptz') createdAt!: Date

  /** The name before the dot stays that of the photo, which other programs know it by. */
  static next(photo: Of, replacement: Replacement, now: Date): PhotoFile {
    const { objectKey, size, sha256, crc32, mimeType, format } = replacement
    return Object.assign(new PhotoFile(), {
      ...{ id: randomUUIDv7(), photoId: photo.id, ownerId: photo.ownerId, role: 'next', createdAt: now },
      ...{ objectKey, size, sha256, crc32, mimeType, format, ...UNSEEN },
      extension: safeExtension(replacement.extension),
      originalFilename: replacedName(photo.originalFilename, replacement.originalFilename),
      idempotencyKey: replacement.idempotencyKey ?? null,
    })
  }

  /** The one that a photo shows, as it is kept when another takes its place. */
  static earlier(photo: Of, now: Date): PhotoFile {
    const { id, ownerId, fileId } = photo
    const kept = { id: fileId ?? id, photoId: id, ownerId, role: 'earlier', createdAt: now }
    return Object.assign(new PhotoFile(), kept, fileFacts(photo))
  }
}
