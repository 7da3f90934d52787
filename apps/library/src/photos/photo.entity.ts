import { MAX_CAPTION, MAX_TITLE, type EventOf, type Input, type library, type photoProcessed } from '@daymark/contracts'
import { randomUUIDv7 } from 'node:crypto'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import { PhotoFile } from '../files/photo-file.entity.ts'
import { fileFacts, StoredFile, UNSEEN } from '../files/stored-file.ts'
import type { ReceivedFile } from '../received/received-file.entity.ts'
import { line, prose } from '../text.ts'
import { nextName, originalName, storedName } from './photo-filename.ts'

type Upload = Input<typeof library.registerUpload>
type Processed = EventOf<typeof photoProcessed>['data']
/** Another one for each column: TypeORM writes the type into it. */
const maybe = () => ({ nullable: true })

@Entity('photos')
export class Photo extends StoredFile {
  @PrimaryColumn('uuid') readonly id!: string
  @Column('uuid') ownerId!: string
  @Column('int') number!: number
  @Column('text') stem!: string
  @Column('text') filename!: string
  @Column('text') title!: string
  @Column('text') caption!: string
  @Column('boolean') isFavorite!: boolean
  @Column('int') version!: number
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') updatedAt!: Date
  @Column('timestamptz', maybe()) deletedAt!: Date | null
  /** What media knows its file by; null: by the id of the photo, as that of its upload. */
  @Column('uuid', maybe()) fileId!: string | null
  /** When another file last took its place, an earlier one too. */
  @Column('timestamptz', maybe()) replacedAt!: Date | null
  /** Another file is on its way, or could not be processed. */
  @Column('text', maybe()) replacement!: 'processing' | 'failed' | null
  @Column('text', maybe()) replacementError!: string | null
  @Column('boolean') hasEarlier!: boolean
  /** The name of the guest who sent it. */
  @Column('text', maybe()) sentBy!: string | null

  static uploaded(ownerId: string, upload: Upload, now: Date): Photo {
    const { objectKey, size, sha256, crc32, mimeType, format } = upload
    const photo = Object.assign(new Photo(), {
      id: randomUUIDv7(),
      ...{ ownerId, objectKey, size, sha256, crc32, mimeType, format },
      ...storedName(upload.originalFilename, upload.extension),
      originalFilename: originalName(upload.originalFilename),
      idempotencyKey: upload.idempotencyKey ?? null,
      ...UNSEEN,
      ...fresh(now),
    })
    photo.describe(upload)
    return photo
  }
  /** What a guest sent is one now, and keeps the id that media knows it by. */
  static received(file: ReceivedFile, now: Date): Photo {
    return Object.assign(new Photo(), {
      ...{ id: file.id, ownerId: file.ownerId, ...fileFacts(file) },
      ...storedName(file.originalFilename, file.extension),
      ...fresh(now),
      ...{ idempotencyKey: null, sentBy: file.guestName },
    })
  }

  /** Answers whether anything is different now. */
  edit(text: { title?: string | undefined; caption?: string | undefined }, now: Date): boolean {
    const before = [this.title, this.caption]
    this.describe(text)
    if (before[0] === this.title && before[1] === this.caption) return false
    this.touch(now)
    return true
  }

  becomeReady(data: Processed, now: Date): void {
    this.learn(data)
    this.touch(now)
  }
  /** Its owner sees no difference, so it was not edited. */
  becomeEncrypted(objectKey: string): void {
    this.liesEncrypted(objectKey)
    this.version += 1
  }
  /** The original stays and can be downloaded (rule 20). */
  fail(reason: string, now: Date): void {
    this.status = 'failed'
    this.error = reason
    this.touch(now)
  }

  /** Only a photo that failed; what media publishes next decides. */
  retry(now: Date): void {
    this.status = 'processing'
    this.error = null
    this.touch(now)
  }

  /**
   * Another file takes the place of this photo's, which is what it answers. Everything that is not of a file stays. All its
   * addresses are new, so what was kept of the old ones anywhere shows nothing old.
   */
  exchange(file: PhotoFile, now: Date): PhotoFile {
    const before = PhotoFile.earlier(this, now)
    Object.assign(this, fileFacts(file), nextName(this.stem, file.extension))
    this.fileId = file.id === this.id ? null : file.id
    this.replacedAt = now
    this.hasEarlier = true
    this.touch(now)
    return before
  }
  /** What its owner is told of another file for it. */
  tellReplacement(state: 'processing' | 'failed' | null, error: string | null, now: Date): void {
    this.replacement = state
    this.replacementError = error
    this.touch(now)
  }
  /** Nothing is kept of what it was before. */
  forgetEarlier(now: Date): void {
    this.hasEarlier = false
    this.touch(now)
  }

  private describe({ title, caption }: { title?: string | undefined; caption?: string | undefined }): void {
    if (title !== undefined) this.title = line(title, MAX_TITLE, 'A title')
    if (caption !== undefined) this.caption = prose(caption, MAX_CAPTION, 'A caption')
  }
  private touch(now: Date): void {
    this.version += 1
    this.updatedAt = now
  }
}

/** Nobody has said or done anything about it yet. */
const fresh = (now: Date) => ({
  ...{ title: '', caption: '', isFavorite: false, version: 1, createdAt: now, updatedAt: now, deletedAt: null },
  ...{ fileId: null, replacedAt: null, replacement: null, replacementError: null, hasEarlier: false, sentBy: null },
})
