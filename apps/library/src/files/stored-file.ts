import { wholeNumber } from '@daymark/platform'
import {
  type Capture,
  type EventOf,
  type Exif,
  type http,
  keyEncryptedLike,
  type photoProcessed,
  type Rendition,
  type Renditions,
  type VisitorFile,
} from '@daymark/contracts'
import { Column } from 'typeorm'
import { pick } from '../photos/photo-columns.ts'

type Processed = EventOf<typeof photoProcessed>['data']
/** A new object for each column, because TypeORM writes the type into it. */
const maybe = () => ({ nullable: true })

/** The columns of a file. They move with the file between a photo, its earlier version and its pending replacement. */
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
  /** The camera's local time, stored as if it were UTC: day and order are those of the photographer (rule 18). */
  @Column('timestamptz', maybe()) takenAt!: Date | null
  @Column('jsonb') exif!: Exif
  /** Null: an earlier release processed the file; `exif` has what is known then (photo-columns.ts). */
  @Column('jsonb', maybe()) capture!: Capture | null
  @Column('jsonb', maybe()) variants!: Renditions | null
  @Column('jsonb', maybe()) visitorFile!: VisitorFile | null
  @Column('text', maybe()) idempotencyKey!: string | null

  /** Stores the metadata and variants from media. */
  applyProcessed(data: Processed): void {
    const { format, mimeType, width, height, orientation, creationTool, placeholder, variants } = data
    Object.assign(this, { format, mimeType, width, height, orientation, creationTool, placeholder, variants })
    const { colorProfile } = data
    this.exif = { ...data.exif, ...(colorProfile !== undefined && { colorProfile }) }
    this.visitorFile = data.visitor ?? null
    this.matchEncryption()
    this.capture = data.capture ?? null
    const { time } = data.capture ?? {}
    this.takenAt = validDate(time === undefined ? data.takenAt : `${time}Z`)
    this.status = 'completed'
    this.error = data.damaged
  }
  /** rule 15: media encrypted the original and its variants. */
  setEncrypted(objectKey: string): void {
    this.objectKey = objectKey
    this.matchEncryption()
  }

  /** Variants are encrypted like their original. An event of media may name keys from before the encryption. */
  private matchEncryption(): void {
    const like = (file: Rendition): Rendition => ({ ...file, key: keyEncryptedLike(this.objectKey, file.key) })
    const { variants, visitorFile } = this
    if (variants) this.variants = { sm: like(variants.sm), md: like(variants.md), lg: like(variants.lg) }
    if (visitorFile?.kind === 'full') this.visitorFile = { ...visitorFile, rendition: like(visitorFile.rendition) }
  }
}

const FILE_COLUMNS = [
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
  ...(['variants', 'visitorFile', 'idempotencyKey'] as const),
] as const
export type FileColumns = Pick<StoredFile, (typeof FILE_COLUMNS)[number]>

export const fileColumns = (file: FileColumns): FileColumns => pick(file, FILE_COLUMNS)

/** The columns of a file that is not processed yet. */
export const UNPROCESSED = {
  ...{ status: 'processing', error: null, width: null, height: null, orientation: null, placeholder: null },
  ...{ creationTool: null, takenAt: null, exif: {}, capture: null, variants: null, visitorFile: null },
} as const

/** Null for a date that does not exist: some cameras write such dates. */
function validDate(time: string | null): Date | null {
  const date = time === null ? null : new Date(time)
  return date && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date : null
}
