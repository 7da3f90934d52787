import { wholeNumber } from '@daymark/platform'
import {
  type Capture,
  type EventOf,
  type Exif,
  exifOf,
  type http,
  keyEncryptedLike,
  type photoProcessed,
  type Rendition,
  type Renditions,
  type VisitorFile,
} from '@daymark/contracts'
import { Column } from 'typeorm'

type Processed = EventOf<typeof photoProcessed>['data']
/** Another one for each column: TypeORM writes the type into it. */
const maybe = () => ({ nullable: true })

/** What is known of a file. It goes with the file, whether a photo shows it, did so before, or is to do so. */
export abstract class StoredFile {
  @Column('text') extension!: string
  @Column('text') originalFilename!: string
  @Column('text') objectKey!: string
  @Column(wholeNumber) size!: number
  @Column('text') sha256!: string
  @Column(wholeNumber) crc32!: number
  @Column('text') mimeType!: string
  @Column('text') format!: string
  @Column('text') status!: 'processing' | 'completed' | 'failed'
  @Column('text', maybe()) error!: string | null
  @Column('int', maybe()) width!: number | null
  @Column('int', maybe()) height!: number | null
  @Column('text', maybe()) orientation!: http.Orientation | null
  @Column('text', maybe()) placeholder!: string | null
  @Column('text', maybe()) creationTool!: string | null
  /** The clock of the camera, written as if it were UTC: days and order are those that the photographer saw (rule 18). */
  @Column('timestamptz', maybe()) takenAt!: Date | null
  @Column('jsonb') exif!: Exif
  /** Null: media read it before it told this; what is known then is in `exif` (photos/capture-column.ts). */
  @Column('jsonb', maybe()) capture!: Capture | null
  @Column('jsonb', maybe()) variants!: Renditions | null
  @Column('jsonb', maybe()) visitor!: VisitorFile | null
  @Column('text', maybe()) idempotencyKey!: string | null

  /** What media made and found out of it. */
  learn(data: Processed): void {
    const { format, mimeType, width, height, orientation, creationTool, placeholder, variants } = data
    Object.assign(this, { format, mimeType, width, height, orientation, creationTool, placeholder, variants })
    const { colorProfile } = data
    this.exif = { ...exifOf(data.exif), ...(colorProfile !== undefined && { colorProfile }) }
    this.visitor = data.visitor ?? null
    this.likeOriginal()
    this.capture = data.capture ?? null
    const { time } = data.capture ?? {}
    this.takenAt = existing(time === undefined ? data.takenAt : `${time}Z`)
    this.status = 'completed'
    this.error = data.damaged
  }
  /** Rule 15: media encrypted it, and all that was made of it. */
  liesEncrypted(objectKey: string): void {
    this.objectKey = objectKey
    this.likeOriginal()
  }

  /** What is made of an encrypted original is encrypted, also where media said so before it encrypted all of it. */
  private likeOriginal(): void {
    const like = (file: Rendition): Rendition => ({ ...file, key: keyEncryptedLike(this.objectKey, file.key) })
    const { variants, visitor } = this
    if (variants) this.variants = { sm: like(variants.sm), md: like(variants.md), lg: like(variants.lg) }
    if (visitor?.kind === 'full') this.visitor = { ...visitor, rendition: like(visitor.rendition) }
  }
}

const FIELDS = [
  ...([
    'extension',
    'originalFilename',
    'objectKey',
    'size',
    'sha256',
    'crc32',
    'mimeType',
    'format',
    'status',
  ] as const),
  ...([
    'error',
    'width',
    'height',
    'orientation',
    'placeholder',
    'creationTool',
    'takenAt',
    'exif',
    'capture',
  ] as const),
  ...(['variants', 'visitor', 'idempotencyKey'] as const),
] as const
export type FileFacts = Pick<StoredFile, (typeof FIELDS)[number]>

/** Nothing but the file of it. */
export const fileFacts = (of: FileFacts): FileFacts =>
  Object.fromEntries(FIELDS.map(name => [name, of[name]])) as unknown as FileFacts

/** Nothing is known of its content yet. */
export const UNSEEN = {
  ...{ status: 'processing', error: null, width: null, height: null, orientation: null, placeholder: null },
  ...{ creationTool: null, takenAt: null, exif: {}, capture: null, variants: null, visitor: null },
} as const

/** Cameras write dates that do not exist; such a one counts as none. */
function existing(time: string | null): Date | null {
  const date = time === null ? null : new Date(time)
  return date && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date : null
}
