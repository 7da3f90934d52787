import { albumDeleted, albumPurged } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type { Library } from '../accounts/change-library.ts'
import type { Album } from '../albums/album.entity.ts'
import { LibraryConfig } from '../config.ts'
import type { Tag } from '../tags/tag.entity.ts'

export type AlbumState = Pick<Album, 'title' | 'description' | 'theme' | 'version'> &
  Pick<Album, 'coverPhotoId' | 'coverX' | 'coverY' | 'headerLayout'> &
  Partial<Pick<Album, 'sections' | 'captureOrder'>> & { createdAt: string }
export type TagState = Pick<Tag, 'label' | 'labelKey'> & { createdAt: string }

type Kept = { kind: 'album' | 'tag'; id: string; name: string; state: object }

/** Keeps what an album or a tag was, in the transaction that deletes it; photos keep their own (RemovePhotos). */
@Injectable()
export class TrashThings {
  constructor(private readonly config: LibraryConfig) {}

  /** Before the album goes, and its memberships with it. Deleting is a version of the album like any other change. */
  async album(own: Library, album: Album): Promise<void> {
    const { tx, ownerId } = own
    const { id: albumId, title, description, theme, coverPhotoId, coverX, coverY, headerLayout } = album
    const version = album.version + 1
    const { sections, captureOrder } = album
    const cover = { coverPhotoId, coverX, coverY, headerLayout, sections, captureOrder }
    const state = { title, description, theme, version, ...cover, createdAt: album.createdAt.toISOString() }
    await this.keep(own, { kind: 'album', id: albumId, name: title, state }, PLACES)
    tx.emit(albumDeleted, albumId, { albumId, ownerId, version })
    if (!this.keeps) tx.emit(albumPurged, albumId, { albumId, ownerId })
  }

  /** Before the tag goes. */
  async tag(own: Library, { id, label, labelKey, createdAt }: Tag): Promise<void> {
    const state: TagState = { label, labelKey, createdAt: createdAt.toISOString() }
    await this.keep(own, { kind: 'tag', id, name: label, state }, ATTACHMENTS)
  }

  private get keeps(): boolean {
    return this.config.purgeAfterDays > 0
  }

  private async keep({ tx, ownerId, now }: Library, thing: Kept, members: string): Promise<void> {
    if (!this.keeps) return
    await tx.sql('INSERT INTO trash (id, owner_id, kind, name, deleted_at, state) VALUES ($1, $2, $3, $4, $5, $6)', [
      ...[thing.id, ownerId, thing.kind, thing.name, now, thing.state],
    ])
    await tx.sql(members, [thing.id])
  }
}

const PLACES = `
  INSERT INTO trashed_album_photos (album_id, photo_id, position, added_at)
  SELECT album_id, photo_id, position, added_at FROM album_photos WHERE album_id = $1 ON CONFLICT DO NOTHING`
const ATTACHMENTS = `
  INSERT INTO trashed_photo_tags (tag_id, photo_id) SELECT tag_id, photo_id FROM photo_tags WHERE tag_id = $1
  ON CONFLICT DO NOTHING`
