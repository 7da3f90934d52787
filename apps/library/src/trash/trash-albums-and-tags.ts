import { albumDeleted, albumPurged } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { LockedLibrary } from '../accounts/change-library.ts'
import type { Album } from '../albums/album.entity.ts'
import { LibraryConfig } from '../config.ts'
import type { Tag } from '../tags/tag.entity.ts'

export type AlbumState = Pick<Album, 'title' | 'description' | 'theme' | 'version'> &
  Pick<Album, 'coverPhotoId' | 'coverX' | 'coverY' | 'headerLayout'> &
  Partial<Pick<Album, 'sections' | 'captureOrder'>> & { createdAt: string }
export type TagState = Pick<Tag, 'label' | 'labelKey'> & { createdAt: string }

type TrashedItem = { kind: 'album' | 'tag'; id: string; name: string; state: object }

/** Stores albums and tags in the trash, in the transaction that deletes them. Photos are moved to the trash by RemovePhotos. */
@Injectable()
export class TrashAlbumsAndTags {
  constructor(private readonly config: LibraryConfig) {}

  /** Stores an album and the positions of its photos in the trash. Call before their rows are deleted. */
  async trashAlbum(lockedLibrary: LockedLibrary, album: Album): Promise<void> {
    const { tx, ownerId } = lockedLibrary
    const { id: albumId, title, description, theme, coverPhotoId, coverX, coverY, headerLayout } = album
    const version = album.version + 1
    const { sections, captureOrder } = album
    const cover = { coverPhotoId, coverX, coverY, headerLayout, sections, captureOrder }
    const state = { title, description, theme, version, ...cover, createdAt: album.createdAt.toISOString() }
    await this.store(lockedLibrary, { kind: 'album', id: albumId, name: title, state }, INSERT_TRASHED_POSITIONS)
    tx.emit(albumDeleted, albumId, { albumId, ownerId, version })
    if (!this.isTrashEnabled) tx.emit(albumPurged, albumId, { albumId, ownerId })
  }

  /** Stores a tag and its attachments in the trash. Call before their rows are deleted. */
  async trashTag(lockedLibrary: LockedLibrary, { id, label, labelKey, createdAt }: Tag): Promise<void> {
    const state: TagState = { label, labelKey, createdAt: createdAt.toISOString() }
    await this.store(lockedLibrary, { kind: 'tag', id, name: label, state }, INSERT_TRASHED_ATTACHMENTS)
  }

  private get isTrashEnabled(): boolean {
    return this.config.purgeAfterDays > 0
  }

  private async store({ tx, ownerId, now }: LockedLibrary, item: TrashedItem, insertMembersSql: string): Promise<void> {
    if (!this.isTrashEnabled) return
    await tx.sql('INSERT INTO trash (id, owner_id, kind, name, deleted_at, state) VALUES ($1, $2, $3, $4, $5, $6)', [
      item.id,
      ownerId,
      item.kind,
      item.name,
      now,
      item.state,
    ])
    await tx.sql(insertMembersSql, [item.id])
  }
}

const INSERT_TRASHED_POSITIONS = `
  INSERT INTO trashed_album_photos (album_id, photo_id, position, added_at)
  SELECT album_id, photo_id, position, added_at FROM album_photos WHERE album_id = $1 ON CONFLICT DO NOTHING`
const INSERT_TRASHED_ATTACHMENTS = `
  INSERT INTO trashed_photo_tags (tag_id, photo_id) SELECT tag_id, photo_id FROM photo_tags WHERE tag_id = $1
  ON CONFLICT DO NOTHING`

type PurgedItem = { id: string; owner_id: string; kind: 'album' | 'tag' }

/** Permanently deletes albums and tags from the trash, with the stored positions and attachments. */
export async function purgeAlbumsAndTags(tx: Tx, condition: string, parameters: unknown[]): Promise<PurgedItem[]> {
  const purgedItems = await tx.sql<PurgedItem>(
    `DELETE FROM trash WHERE ${condition} RETURNING id, owner_id, kind`,
    parameters,
  )
  const ids = purgedItems.map(item => item.id)
  if (!ids.length) return purgedItems
  await tx.sql('DELETE FROM trashed_album_photos WHERE album_id = ANY($1::uuid[])', [ids])
  await tx.sql('DELETE FROM trashed_photo_tags WHERE tag_id = ANY($1::uuid[])', [ids])
  for (const { id: albumId, owner_id: ownerId, kind } of purgedItems)
    if (kind === 'album') tx.emit(albumPurged, albumId, { albumId, ownerId })
  return purgedItems
}
