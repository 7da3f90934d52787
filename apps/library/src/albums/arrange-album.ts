import { albumArranged, albumUpdated } from '@daymark/contracts'
import type { Library } from '../accounts/change-library.ts'
import { Album } from './album.entity.ts'

/** Positions are whole numbers with gaps; only their order means something. */
export const GAP = 1024
const PAIRS_PER_EVENT = 1000

export type Placed = { photoId: string; position: number }
/** `came`: how many of `placed` are new in the album. */
export type Arrangement = { placed?: Placed[]; came?: number; left?: string[] }

/** Takes photos out; the photos themselves stay. Answers how many were in. */
export async function takePhotos(library: Library, album: Album, photoIds: string[]): Promise<number> {
  const rows = await library.tx.sql<{ photo_id: string }>(
    `WITH taken AS (DELETE FROM album_photos WHERE album_id = $1 AND photo_id = ANY($2::uuid[]) RETURNING photo_id)
     SELECT photo_id FROM taken`,
    [album.id, photoIds],
  )
  await arrange(library, album, { left: rows.map(row => row.photo_id) })
  return rows.length
}

/** What the album's row and the listeners must know of a change of memberships. */
export async function arrange(library: Library, album: Album, change: Arrangement): Promise<void> {
  const { placed = [], came = 0, left = [] } = change
  if (!placed.length && !left.length) return
  album.arranged({ came, left }, library.now)
  const parts = Math.ceil(Math.max(placed.length, left.length) / PAIRS_PER_EVENT)
  for (let part = 0; part < parts; part++) {
    const slice = <T>(items: T[]): T[] => items.slice(part * PAIRS_PER_EVENT, (part + 1) * PAIRS_PER_EVENT)
    library.tx.emit(albumArranged, album.id, {
      albumId: album.id,
      ownerId: library.ownerId,
      version: album.version,
      placed: slice(placed),
      removed: slice(left),
      complete: part === parts - 1,
      ...(part === parts - 1 && { title: album.title, description: album.description }),
      ...(parts > 1 && { part, parts }),
    })
  }
  if (album.hasCoverAmong(left)) {
    album.edit({ header: { photoId: null } }, library.now)
    library.tx.emit(albumUpdated, album.id, album.state())
  }
  await library.tx.em.update(Album, album.id, album)
}
