import {
  type EventOf,
  fieldsIn,
  type Input,
  type library,
  MAX_CAPTION_LENGTH,
  MAX_TITLE_LENGTH,
  type PhotoEdit,
  photoFields,
  type photoProcessed,
} from '@daymark/contracts'
import { randomUUIDv7 } from 'node:crypto'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import { PhotoFile } from '../files/photo-file.entity.ts'
import { pickFileColumns, pickProperties, StoredFile, UNPROCESSED_FILE_COLUMNS } from '../files/stored-file.ts'
import type { ReceivedFile } from '../guest-uploads/received-file.entity.ts'
import { cleanLine, cleanMultilineText } from '../input.ts'
import { createNextName, toOriginalName, createStoredName } from './photo-filename.ts'

type UploadInput = Input<typeof library.registerUpload>
type ProcessingResult = EventOf<typeof photoProcessed>['data']
/** Columns of the fields that an owner can edit. Editing a photo writes them; a restore copies them from the backup. */
export const EDITED_COLUMNS = fieldsIn(photoFields, 'library').map(field => photoFields[field].column)
/** Options of a nullable column. Each column needs its own object, because TypeORM stores the column type in it. */
const nullableOptions = () => ({ nullable: true })

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
  /** Stars that the owner set. Null if the rating in the metadata of the file applies. */
  @Column('int', nullableOptions()) ownRating!: number | null
  @Column('int') version!: number
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') updatedAt!: Date
  @Column('timestamptz', nullableOptions()) deletedAt!: Date | null
  /** Id of the current file in the media service. Null if it equals the id of the photo, as it does until the file is replaced. */
  @Column('uuid', nullableOptions()) fileId!: string | null
  /** When the file of the photo was last replaced. Null if never. */
  @Column('timestamptz', nullableOptions()) replacedAt!: Date | null
  /** State of a pending or failed replacement of the file. Null if there is none. */
  @Column('text', nullableOptions()) replacement!: 'processing' | 'failed' | null
  @Column('text', nullableOptions()) replacementError!: string | null
  @Column('boolean') hasEarlier!: boolean
  /** The name of the guest who sent the photo. Null for the owner's uploads. */
  @Column('text', nullableOptions()) sentBy!: string | null

  static fromUpload(ownerId: string, upload: UploadInput, now: Date): Photo {
    const { objectKey, size, sha256, crc32, mimeType, format } = upload
    const photo = Object.assign(new Photo(), {
      id: randomUUIDv7(),
      ownerId,
      objectKey,
      size,
      sha256,
      crc32,
      mimeType,
      format,
      ...createStoredName(upload.originalFilename, upload.extension),
      originalFilename: toOriginalName(upload.originalFilename),
      idempotencyKey: upload.idempotencyKey ?? null,
      ...UNPROCESSED_FILE_COLUMNS,
      ...createPhotoColumns(now),
    })
    photo.apply(upload)
    return photo
  }
  /**
   * Creates a photo from an accepted guest file. The photo keeps the id of the file, under which the media service has stored its variants.
   */
  static fromReceivedFile(file: ReceivedFile, now: Date): Photo {
    return Object.assign(new Photo(), {
      id: file.id,
      ownerId: file.ownerId,
      ...pickFileColumns(file),
      ...createStoredName(file.originalFilename, file.extension),
      ...createPhotoColumns(now),
      idempotencyKey: null,
      sentBy: file.guestName,
    })
  }

  /** Applies an edit. Returns whether it changed the photo. */
  edit(edit: PhotoEdit, now: Date): boolean {
    const before = pickProperties(this as Photo, EDITED_COLUMNS)
    this.apply(edit)
    if (EDITED_COLUMNS.every(column => before[column] === this[column])) return false
    this.bumpVersion(now)
    return true
  }

  completeProcessing(data: ProcessingResult, now: Date): void {
    this.applyProcessingResult(data)
    this.bumpVersion(now)
  }
  /** Stores the storage keys after encryption. Does not change `updatedAt`, because the owner sees no change. */
  applyEncryption(objectKey: string): void {
    this.setEncryptedKeys(objectKey)
    this.version += 1
  }
  /** Marks the photo as failed. The original can still be downloaded (rule 20). */
  markFailed(reason: string, now: Date): void {
    this.status = 'failed'
    this.error = reason
    this.bumpVersion(now)
  }

  /** Marks a failed photo as being processed again. */
  markProcessing(now: Date): void {
    this.status = 'processing'
    this.error = null
    this.bumpVersion(now)
  }

  /**
   * Makes another file the current one and returns the previous one. Also changes the stored name and thereby all addresses of the photo,
   * because caches may still contain the previous file for the old addresses.
   */
  exchangeFile(file: PhotoFile, now: Date): PhotoFile {
    const previousFile = PhotoFile.createEarlier(this, now)
    Object.assign(this, pickFileColumns(file), createNextName(this.stem, file.extension))
    this.fileId = file.id === this.id ? null : file.id
    this.replacedAt = now
    this.hasEarlier = true
    this.bumpVersion(now)
    return previousFile
  }
  setReplacement(state: 'processing' | 'failed' | null, error: string | null, now: Date): void {
    this.replacement = state
    this.replacementError = error
    this.bumpVersion(now)
  }
  clearEarlier(now: Date): void {
    this.hasEarlier = false
    this.bumpVersion(now)
  }

  get rating(): number {
    return this.ownRating ?? this.exif.rating ?? 0
  }

  /** Applies edited texts and the rating. `setLiked` applies likes, because it also changes the album Favorites. */
  private apply({ title, caption, rating }: PhotoEdit): void {
    if (title !== undefined) this.title = cleanLine(title, MAX_TITLE_LENGTH, 'A title')
    if (caption !== undefined) this.caption = cleanMultilineText(caption, MAX_CAPTION_LENGTH, 'A caption')
    if (rating !== undefined) this.ownRating = rating
  }
  private bumpVersion(now: Date): void {
    this.version += 1
    this.updatedAt = now
  }
}

/** Values of a new photo for the columns that do not describe its file. */
const createPhotoColumns = (now: Date) => ({
  title: '',
  caption: '',
  isFavorite: false,
  ownRating: null,
  version: 1,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  fileId: null,
  replacedAt: null,
  replacement: null,
  replacementError: null,
  hasEarlier: false,
  sentBy: null,
})
