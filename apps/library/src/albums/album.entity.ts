import {
  type AlbumClocks,
  type AlbumHeader,
  type AlbumSection,
  errors,
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  type http,
} from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import { cleanLine, cleanMultilineText, assertNotEmpty } from '../input.ts'

type AlbumEdit = {
  title?: string | undefined
  description?: string | undefined
  theme?: http.Theme | undefined
  header?: Partial<AlbumHeader> | undefined
}
const CENTER_PERCENT = 50

@Entity('albums')
export class Album {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' }) readonly id!: string
  @Column('uuid') ownerId!: string
  @Column('text') title!: string
  @Column('text') description!: string
  @Column('text') theme!: http.Theme
  @Column('boolean') isFavorites!: boolean
  @Column('uuid', { nullable: true }) coverPhotoId!: string | null
  @Column('float8') coverX!: number
  @Column('float8') coverY!: number
  @Column('text') headerLayout!: http.HeaderLayout
  @Column('jsonb') sections!: AlbumSection[]
  /** Clock corrections of cameras, and whether new photos are inserted by capture time. Null if the owner has set neither. */
  @Column('jsonb', { nullable: true }) captureOrder!: AlbumClocks | null
  @Column('int') photoCount!: number
  @Column('int') version!: number
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') updatedAt!: Date

  static create(ownerId: string, now: Date, edit: AlbumEdit & { title: string }): Album {
    const empty = {
      ownerId,
      description: '',
      theme: 'auto',
      isFavorites: false,
      sections: [],
      captureOrder: null,
      photoCount: 0,
    }
    const header = { coverPhotoId: null, coverX: CENTER_PERCENT, coverY: CENTER_PERCENT, headerLayout: 'hero' as const }
    const album = Object.assign(new Album(), empty, header, { version: 1, createdAt: now, updatedAt: now })
    album.apply(edit)
    return album
  }
  static createFavorites(ownerId: string, now: Date): Album {
    return Object.assign(Album.create(ownerId, now, { title: 'Favorites' }), { isFavorites: true })
  }

  edit(edit: AlbumEdit, now: Date): void {
    this.apply(edit)
    this.bumpVersion(now)
  }
  /** Updates the photo count and the version. Must also be called if photos were only moved. */
  recordPhotoChange(change: { added: number; removed: string[] }, now: Date): void {
    this.photoCount += change.added - change.removed.length
    this.bumpVersion(now)
  }
  setSections(sections: AlbumSection[], now: Date): void {
    this.sections = sections
    this.bumpVersion(now)
  }
  /** Sets the clock corrections of cameras and whether new photos are inserted by capture time. */
  setCaptureOrder(order: AlbumClocks, now: Date): void {
    this.captureOrder = order
    this.bumpVersion(now)
  }
  hasCoverAmong(photoIds: string[]): boolean {
    return this.coverPhotoId !== null && photoIds.includes(this.coverPhotoId)
  }

  toState() {
    const { id: albumId, ownerId, version, title, description, theme, isFavorites, sections } = this
    return { albumId, ownerId, version, title, description, theme, isFavorites, sections, header: this.toHeader() }
  }
  toHeader(): AlbumHeader {
    return { layout: this.headerLayout, photoId: this.coverPhotoId, x: this.coverX, y: this.coverY }
  }

  private apply({ title, description, theme, header }: AlbumEdit): void {
    if (title !== undefined)
      this.rename(assertNotEmpty(cleanLine(title, MAX_TITLE_LENGTH, 'A title'), 'Enter a title for the album.'))
    if (description !== undefined)
      this.description = cleanMultilineText(description, MAX_DESCRIPTION_LENGTH, 'A description')
    if (theme !== undefined) this.theme = theme
    if (header !== undefined) this.applyHeader(header)
  }
  /** Applies an edit of the header. If the edit changes the cover without a focal point, the focal point becomes the center. */
  private applyHeader({ layout, photoId, x, y }: Partial<AlbumHeader>): void {
    const isNewCover = photoId !== undefined && photoId !== this.coverPhotoId
    if (isNewCover) this.coverPhotoId = photoId
    this.coverX = x ?? (isNewCover ? CENTER_PERCENT : this.coverX)
    this.coverY = y ?? (isNewCover ? CENTER_PERCENT : this.coverY)
    this.headerLayout = layout ?? this.headerLayout
  }
  /** L-ENT-13: sets the title. Throws FAVORITES_FIXED if it would change the title of the Favorites album. */
  private rename(title: string): void {
    if (this.isFavorites && title !== this.title) throw errors.FAVORITES_FIXED()
    this.title = title
  }
  private bumpVersion(now: Date): void {
    this.version += 1
    this.updatedAt = now
  }
}
