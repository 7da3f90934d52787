import { bigintColumn } from '@daymark/platform'
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

type ProcessingResult = EventOf<typeof photoProcessed>['data']
/** Options of a nullable column. Each column needs its own object, because TypeORM stores the column type in it. */
const nullableOptions = () => ({ nullable: true })

/**
 * The columns that describe a file. They are copied between rows when a file becomes the current file, the earlier version or the photo of
 * a guest's file.
 */
export abstract class StoredFile {
  @Column('text') extension!: string
  @Column('text') originalFilename!: string
  @Column('text') objectKey!: string
  @Column(bigintColumn) size!: number
  @Column('text') sha256!: string
  @Column(bigintColumn) crc32!: number
  @Column('text') mimeType!: string
  @Column('text') format!: string
  @Column('text') status!: 'processing' | 'completed' | 'failed'
  @Column('text', nullableOptions()) error!: string | null
  @Column('int', nullableOptions()) width!: number | null
  @Column('int', nullableOptions()) height!: number | null
  @Column('text', nullableOptions()) orientation!: http.Orientation | null
  @Column('text', nullableOptions()) placeholder!: string | null
  @Column('text', nullableOptions()) creationTool!: string | null
  /** The camera's local time, stored as if it were UTC, so that dates and order match the photographer's clock (rule 18). */
  @Column('timestamptz', nullableOptions()) takenAt!: Date | null
  @Column('jsonb') exif!: Exif
  /** Capture time, time zone and camera as read from the file. Null until the file is processed. */
  @Column('jsonb', nullableOptions()) capture!: Capture | null
  @Column('jsonb', nullableOptions()) variants!: Renditions | null
  @Column('jsonb', nullableOptions()) visitorFile!: VisitorFile | null
  @Column('text', nullableOptions()) idempotencyKey!: string | null

  /** Stores the metadata and variants that the media service reports. */
  applyProcessingResult(data: ProcessingResult): void {
    const { format, mimeType, width, height, orientation, creationTool, placeholder, variants } = data
    Object.assign(this, { format, mimeType, width, height, orientation, creationTool, placeholder, variants })
    const { colorProfile } = data
    this.exif = { ...data.exif, ...(colorProfile !== undefined && { colorProfile }) }
    this.visitorFile = data.visitor ?? null
    this.alignVariantKeys()
    this.capture = data.capture ?? null
    const { time } = data.capture ?? {}
    this.takenAt = toValidDate(time === undefined ? data.takenAt : `${time}Z`)
    this.status = 'completed'
    this.error = data.damaged
  }
  /** rule 15: sets the storage keys of the original and variants after the media service has encrypted them. */
  setEncryptedKeys(objectKey: string): void {
    this.objectKey = objectKey
    this.alignVariantKeys()
  }

  /**
   * Changes the storage keys of variants to the form of the original's key: encrypted or plain. A late event of the media service may
   * contain keys from before the encryption.
   */
  private alignVariantKeys(): void {
    const toMatchingKey = (file: Rendition): Rendition => ({ ...file, key: keyEncryptedLike(this.objectKey, file.key) })
    const { variants, visitorFile } = this
    if (variants)
      this.variants = { sm: toMatchingKey(variants.sm), md: toMatchingKey(variants.md), lg: toMatchingKey(variants.lg) }
    if (visitorFile?.kind === 'full')
      this.visitorFile = { ...visitorFile, rendition: toMatchingKey(visitorFile.rendition) }
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

export const pickProperties = <T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map(name => [name, from[name]])) as Pick<T, K>

export const pickFileColumns = (file: FileColumns): FileColumns => pickProperties(file, FILE_COLUMNS)

/** Values of the columns that describe a file until it is processed. */
export const UNPROCESSED_FILE_COLUMNS = {
  status: 'processing',
  error: null,
  width: null,
  height: null,
  orientation: null,
  placeholder: null,
  creationTool: null,
  takenAt: null,
  exif: {},
  capture: null,
  variants: null,
  visitorFile: null,
} as const

/** Returns null for a date that does not exist or whose year is not between 1 and 9999, because some cameras write such dates. */
function toValidDate(time: string | null): Date | null {
  const date = time === null ? null : new Date(time)
  return date && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date : null
}
