import { randomUUIDv7 } from 'node:crypto'
import type { Input, library } from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import { StoredFile, UNPROCESSED_FILE_COLUMNS } from '../files/stored-file.ts'
import { toOriginalName, safeExtension } from '../photos/photo-filename.ts'

type ReceivedInput = Input<typeof library.registerReceived>

/**
 * A file that a guest sent. While the file is pending, its row has all columns of a photo's file. After the owner's decision, the row is
 * only a record of what was sent.
 */
@Entity('guest_uploads')
export class ReceivedFile extends StoredFile {
  @PrimaryColumn('uuid') readonly id!: string
  @Column('uuid') ownerId!: string
  @Column('uuid') albumId!: string
  @Column('uuid', { nullable: true }) sectionId!: string | null
  @Column('uuid') linkId!: string
  @Column('uuid') guestId!: string
  @Column('text') guestName!: string
  @Column('text') state!: 'waiting' | 'added' | 'declined' | 'withdrawn'
  @Column('timestamptz') createdAt!: Date

  static create(ownerId: string, received: ReceivedInput, now: Date): ReceivedFile {
    const { objectKey, size, sha256, crc32, mimeType, format, albumId, sectionId, linkId, guestId } = received
    return Object.assign(new ReceivedFile(), {
      id: randomUUIDv7(),
      ownerId,
      albumId,
      sectionId,
      linkId,
      guestId,
      guestName: received.guestName,
      objectKey,
      size,
      sha256,
      crc32,
      mimeType,
      format,
      ...UNPROCESSED_FILE_COLUMNS,
      state: 'waiting',
      createdAt: now,
      extension: safeExtension(received.extension),
      originalFilename: toOriginalName(received.originalFilename),
      idempotencyKey: received.idempotencyKey ?? null,
    })
  }
}
