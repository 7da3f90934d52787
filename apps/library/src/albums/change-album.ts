import { albumArranged, albumUpdated } from '@daymark/contracts'
import type { LockedLibrary } from '../accounts/change-library.ts'
import { Album } from './album.entity.ts'

/**
 * Distance between the positions of consecutive new photos. Positions only define an order; the gap leaves room to move a photo between two
 * others.
 */
export const POSITION_GAP = 1024
const PHOTOS_PER_EVENT = 1000

export type PhotoPosition = { photoId: string; position: number }
/** `placed`: new positions of photos that were added or moved; `added`: the number of added photos; `removed`: ids of removed photos. */
type AlbumChange = { placed?: PhotoPosition[]; added?: number; removed?: string[] }

/** Removes photos from an album. Returns how many of them were in the album. */
export async function removeFromAlbum(library: LockedLibrary, album: Album, photoIds: string[]): Promise<number> {
  const rows = await library.tx.sql<{ photo_id: string }>(
    'DELETE FROM album_photos WHERE album_id = $1 AND photo_id = ANY($2::uuid[]) RETURNING photo_id',
    [album.id, photoIds],
  )
  await recordAlbumChange(library, album, { removed: rows.map(row => row.photo_id) })
  return rows.length
}

/**
 * Updates the album's row and publishes its events after photos were added, removed or moved. Clears the cover if that photo was removed.
 */
export async function recordAlbumChange(library: LockedLibrary, album: Album, change: AlbumChange): Promise<void> {
  const { placed = [], added = 0, removed = [] } = change
  if (!placed.length && !removed.length) return
  album.recordPhotoChange({ added, removed }, library.now)
  const parts = Math.ceil(Math.max(placed.length, removed.length) / PHOTOS_PER_EVENT)
  for (let part = 0; part < parts; part++) {
    const slice = <T>(items: T[]): T[] => items.slice(part * PHOTOS_PER_EVENT, (part + 1) * PHOTOS_PER_EVENT)
    library.tx.emit(albumArranged, album.id, {
      albumId: album.id,
      ownerId: library.ownerId,
      version: album.version,
      placed: slice(placed),
      removed: slice(removed),
      ...(part === parts - 1 && { title: album.title, description: album.description }),
      ...(parts > 1 && { part, parts }),
    })
  }
  if (album.hasCoverAmong(removed)) {
    album.edit({ header: { photoId: null } }, library.now)
    library.tx.emit(albumUpdated, album.id, album.toState())
  }
  await library.tx.em.update(Album, album.id, album)
}
