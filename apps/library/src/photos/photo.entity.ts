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

type Upload = Input<typeof library.registerUpload>
type Processed = EventOf<typeof photoProcessed>['data']
/** The columns of the fields that the photographer can edit: a change of a photo writes them, and a restore copies them. */
export const EDITED_COLUMNS = fieldsIn(photoFields, 'library').map(field => photoFields[field].column)
/** Column options. Returns a new object for each column, because TypeORM writes the type into it. */
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
  /** Null: the rating that its file states counts. */
  @Column('int', nullableOptions()) ownRating!: number | null
  @Column('int') version!: number
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') updatedAt!: Date
  @Column('timestamptz', nullableOptions()) deletedAt!: Date | null
  /** The id of its file in the media service. Null: the file has the id of the photo, as for every upload. */
  @Column('uuid', nullableOptions()) fileId!: string | null
  /** When the file of the photo was last replaced. Null if never. */
  @Column('timestamptz', nullableOptions()) replacedAt!: Date | null
  /** State of a replacement of the file. Null if there is none. */
  @Column('text', nullableOptions()) replacement!: 'processing' | 'failed' | null
  @Column('text', nullableOptions()) replacementError!: string | null
  @Column('boolean') hasEarlier!: boolean
  /** The name of the guest who sent the photo. Null for the owner's uploads. */
  @Column('text', nullableOptions()) sentBy!: string | null

  static uploaded(ownerId: string, upload: Upload, now: Date): Photo {
    const { objectKey, size, sha256, crc32, mimeType, format } = upload
    const photo = Object.assign(new Photo(), {
      id: randomUUIDv7(),
      ...{ ownerId, objectKey, size, sha256, crc32, mimeType, format },
      ...createStoredName(upload.originalFilename, upload.extension),
      originalFilename: toOriginalName(upload.originalFilename),
      idempotencyKey: upload.idempotencyKey ?? null,
      ...UNPROCESSED_FILE_COLUMNS,
      ...createPhotoColumns(now),
    })
    photo.apply(upload)
    return photo
  }
  /** A photo from an accepted file of a guest. It keeps the id of the file, under which the media service has stored its variants. */
  static received(file: ReceivedFile, now: Date): Photo {
    return Object.assign(new Photo(), {
      ...{ id: file.id, ownerId: file.ownerId, ...pickFileColumns(file) },
      ...createStoredName(file.originalFilename, file.extension),
      ...createPhotoColumns(now),
      ...{ idempotencyKey: null, sentBy: file.guestName },
    })
  }

  /** Returns whether anything changed. */
  edit(edit: PhotoEdit, now: Date): boolean {
    const before = pickProperties(this as Photo, EDITED_COLUMNS)
    this.apply(edit)
    if (EDITED_COLUMNS.every(column => before[column] === this[column])) return false
    this.touch(now)
    return true
  }

  becomeReady(data: Processed, now: Date): void {
    this.applyProcessed(data)
    this.touch(now)
  }
  /** Leaves `updatedAt` as it is, because the owner sees no change. */
  becomeEncrypted(objectKey: string): void {
    this.setEncrypted(objectKey)
    this.version += 1
  }
  /** Marks the photo as failed. The original can still be downloaded (rule 20). */
  fail(reason: string, now: Date): void {
    this.status = 'failed'
    this.error = reason
    this.touch(now)
  }

  /** Marks a failed photo as being processed again. */
  retry(now: Date): void {
    this.status = 'processing'
    this.error = null
    this.touch(now)
  }

  /**
   * Makes another file the current one and returns the previous one. Only the columns of the file change. All addresses of the photo
   * are new, so no cache can show the previous file under them.
   */
  exchangeFile(file: PhotoFile, now: Date): PhotoFile {
    const before = PhotoFile.earlier(this, now)
    Object.assign(this, pickFileColumns(file), createNextName(this.stem, file.extension))
    this.fileId = file.id === this.id ? null : file.id
    this.replacedAt = now
    this.hasEarlier = true
    this.touch(now)
    return before
  }
  setReplacement(state: 'processing' | 'failed' | null, error: string | null, now: Date): void {
    this.replacement = state
    this.replacementError = error
    this.touch(now)
  }
  clearEarlier(now: Date): void {
    this.hasEarlier = false
    this.touch(now)
  }

  get rating(): number {
    return this.ownRating ?? this.exif.rating ?? 0
  }

  /** Likes are not set here: they are the photos of the album Favorites (likePhotos). */
  private apply({ title, caption, rating }: PhotoEdit): void {
    if (title !== undefined) this.title = cleanLine(title, MAX_TITLE_LENGTH, 'A title')
    if (caption !== undefined) this.caption = cleanMultilineText(caption, MAX_CAPTION_LENGTH, 'A caption')
    if (rating !== undefined) this.ownRating = rating
  }
  private touch(now: Date): void {
    this.version += 1
    this.updatedAt = now
  }
}

/** The columns of a new photo that do not depend on its file. */
const createPhotoColumns = (now: Date) => ({
  ...{ title: '', caption: '', isFavorite: false, ownRating: null },
  ...{ version: 1, createdAt: now, updatedAt: now, deletedAt: null },
  ...{ fileId: null, replacedAt: null, replacement: null, replacementError: null, hasEarlier: false, sentBy: null },
})
