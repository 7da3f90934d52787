import { errors, MAX_DESCRIPTION, MAX_TITLE, type http } from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import { line, prose, required } from '../text.ts'

export type AlbumEdit = {
  title?: string | undefined
  description?: string | undefined
  theme?: http.Theme | undefined
  coverPhotoId?: string | null | undefined
}

@Entity('albums')
export class Album {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' }) readonly id!: string
  @Column('uuid') ownerId!: string
  @Column('text') title!: string
  @Column('text') description!: string
  @Column('text') theme!: http.Theme
  @Column('boolean') isFavorites!: boolean
  @Column('uuid', { nullable: true }) coverPhotoId!: string | null
  @Column('int') photoCount!: number
  @Column('int') version!: number
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') updatedAt!: Date

  static create(ownerId: string, now: Date, edit: AlbumEdit & { title: string }): Album {
    const empty = { ownerId, description: '', theme: 'auto', isFavorites: false, coverPhotoId: null, photoCount: 0 }
    const album = Object.assign(new Album(), empty, { version: 1, createdAt: now, updatedAt: now })
    album.apply(edit)
    return album
  }
  static favorites(ownerId: string, now: Date): Album {
    return Object.assign(Album.create(ownerId, now, { title: 'Favorites' }), { isFavorites: true })
  }

  edit(edit: AlbumEdit, now: Date): void {
    this.apply(edit)
    this.touch(now)
  }
  /** Photos came, went or moved; a cover that left is no cover any more. */
  arranged(change: { came: number; left: string[] }, now: Date): void {
    this.photoCount += change.came - change.left.length
    if (this.coverPhotoId && change.left.includes(this.coverPhotoId)) this.coverPhotoId = null
    this.touch(now)
  }

  state() {
    const { id: albumId, ownerId, version, title, description, theme, isFavorites } = this
    return { albumId, ownerId, version, title, description, theme, isFavorites }
  }

  private apply({ title, description, theme, coverPhotoId }: AlbumEdit): void {
    if (title !== undefined) this.rename(required(line(title, MAX_TITLE, 'A title'), 'An album needs a title.'))
    if (description !== undefined) this.description = prose(description, MAX_DESCRIPTION, 'A description')
    if (theme !== undefined) this.theme = theme
    if (coverPhotoId !== undefined) this.coverPhotoId = coverPhotoId
  }
  /** L-ENT-13: the special album is titled Favorites. */
  private rename(title: string): void {
    if (this.isFavorites && title !== this.title) throw errors.FAVORITES_FIXED()
    this.title = title
  }
  private touch(now: Date): void {
    this.version += 1
    this.updatedAt = now
  }
}
