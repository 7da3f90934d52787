import { wholeNumber } from '@daymark/platform'
import {
  MAX_CAPTION,
  MAX_TITLE,
  type EventOf,
  keyLike,
  type Exif,
  exifOf,
  type http,
  type Input,
  type library,
  type photoProcessed,
  type Rendition,
  type Renditions,
  type VisitorFile,
} from '@daymark/contracts'
import { randomUUIDv7 } from 'node:crypto'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import { line, prose } from '../text.ts'
import { originalName, storedName } from './photo-filename.ts'

type Upload = Input<typeof library.registerUpload>
type Processed = EventOf<typeof photoProcessed>['data']
const maybe = { nullable: true } as const

@Entity('photos')
export class Photo {
  @PrimaryColumn('uuid') readonly id!: string
  @Column('uuid') ownerId!: string
  @Column('int') number!: number
  @Column('text') stem!: string
  @Column('text') extension!: string
  @Column('text') filename!: string
  @Column('text') originalFilename!: string
  @Column('text') title!: string
  @Column('text') caption!: string
  @Column('boolean') isFavorite!: boolean
  @Column('text') objectKey!: string
  @Column(wholeNumber) size!: number
  @Column('text') sha256!: string
  @Column(wholeNumber) crc32!: number
  @Column('text') mimeType!: string
  @Column('text') format!: string
  @Column('text') status!: 'processing' | 'completed' | 'failed'
  @Column('text', maybe) error!: string | null
  @Column('int', maybe) width!: number | null
  @Column('int', maybe) height!: number | null
  @Column('text', maybe) orientation!: http.Orientation | null
  @Column('text', maybe) placeholder!: string | null
  @Column('text', maybe) creationTool!: string | null
  @Column('timestamptz', maybe) takenAt!: Date | null
  @Column('jsonb') exif!: Exif
  @Column('jsonb', maybe) variants!: Renditions | null
  @Column('jsonb', maybe) visitor!: VisitorFile | null
  @Column('text', maybe) idempotencyKey!: string | null
  @Column('int') version!: number
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') updatedAt!: Date
  @Column('timestamptz', maybe) deletedAt!: Date | null

  static uploaded(ownerId: string, upload: Upload, now: Date): Photo {
    const { objectKey, size, sha256, crc32, mimeType, format } = upload
    const photo = Object.assign(new Photo(), {
      id: randomUUIDv7(),
      ...{ ownerId, objectKey, size, sha256, crc32, mimeType, format },
      ...storedName(upload.originalFilename, upload.extension),
      originalFilename: originalName(upload.originalFilename),
      idempotencyKey: upload.idempotencyKey ?? null,
      ...{ title: '', caption: '', isFavorite: false, version: 1, createdAt: now, updatedAt: now, deletedAt: null },
      ...{ status: 'processing', error: null, width: null, height: null, orientation: null, placeholder: null },
      ...{ creationTool: null, takenAt: null, exif: {}, variants: null, visitor: null },
    })
    photo.describe(upload)
    return photo
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
    const { format, mimeType, width, height, orientation, creationTool, placeholder, variants } = data
    Object.assign(this, { format, mimeType, width, height, orientation, creationTool, placeholder, variants })
    this.exif = exifOf(data.exif)
    this.visitor = data.visitor ?? null
    this.likeOriginal()
    this.takenAt = instant(data.takenAt)
    this.status = 'completed'
    this.error = data.damaged
    this.touch(now)
  }
  /** Rule 15. Its owner sees no difference, so it was not edited. */
  becomeEncrypted(objectKey: string): void {
    this.objectKey = objectKey
    this.likeOriginal()
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

  /** What is made of an encrypted original is encrypted, also where media said so before it encrypted all of it. */
  private likeOriginal(): void {
    const like = (file: Rendition): Rendition => ({ ...file, key: keyLike(this.objectKey, file.key) })
    const { variants, visitor } = this
    if (variants) this.variants = { sm: like(variants.sm), md: like(variants.md), lg: like(variants.lg) }
    if (visitor?.kind === 'full') this.visitor = { ...visitor, rendition: like(visitor.rendition) }
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

/** Cameras write dates that do not exist; such a one counts as none. */
function instant(time: string | null): Date | null {
  const date = time === null ? null : new Date(time)
  return date && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date : null
}
