import { type AlbumView, COVER_RATIO } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import { Any } from 'typeorm'
import { countSections, type SectionCounts } from '../sections/count-sections.ts'
import { Album } from './album.entity.ts'

type Cover = { album_id: string; photo_id: string; filename: string; placeholder: string | null; is_ready: boolean }

/** Of a panorama or a long screenshot nobody sees what it shows. */
const NO_STRIP = `(greatest(s.width, s.height) > ${COVER_RATIO} * least(s.width, s.height)) IS NOT TRUE`
/** The chosen cover, else the first photo that can be shown, else the first one; no strip. All covers in one query. */
const COVERS = `
  SELECT a.id AS album_id, p.id AS photo_id, p.filename, p.placeholder, p.status = 'completed' AS is_ready
  FROM albums a
  JOIN photos p ON p.id = coalesce(
    a.cover_photo_id,
    (SELECT x.photo_id FROM album_photos x JOIN photos s ON s.id = x.photo_id
      WHERE x.album_id = a.id AND s.status = 'completed' AND ${NO_STRIP} ORDER BY x.position, x.photo_id LIMIT 1),
    (SELECT x.photo_id FROM album_photos x JOIN photos s ON s.id = x.photo_id
      WHERE x.album_id = a.id AND ${NO_STRIP} ORDER BY x.position, x.photo_id LIMIT 1))
  WHERE a.id = ANY($1::uuid[])`

export async function viewAlbums(reader: Database | Tx, albums: Album[]): Promise<AlbumView[]> {
  const rows = await reader.sql<Cover>(COVERS, [albums.map(album => album.id)])
  const covers = new Map(rows.map(row => [row.album_id, row]))
  const counts = await countSections(reader, albums)
  return albums.map(album => view(album, covers.get(album.id), counts))
}
/** Albums in the order of their ids. */
export async function readAlbums(db: Database, ids: string[]): Promise<AlbumView[]> {
  const albums = ids.length ? await db.em.findBy(Album, { id: Any(ids) }) : []
  const views = new Map((await viewAlbums(db, albums)).map(view => [view.id, view]))
  return ids.map(id => views.get(id)).filter(view => view !== undefined)
}
export async function viewAlbum(reader: Database | Tx, album: Album): Promise<AlbumView> {
  const [row] = await reader.sql<Cover>(COVERS, [[album.id]])
  return view(album, row, await countSections(reader, [album]))
}

function view(album: Album, cover: Cover | undefined, counts: SectionCounts): AlbumView {
  const { id, title, description, theme, isFavorites, photoCount, version } = album
  return {
    id,
    title,
    description,
    theme,
    isFavorites,
    photoCount,
    version,
    cover: cover ? coverOf(cover) : null,
    header: album.header(),
    captureOrder: album.captureOrder,
    sections: album.sections.map(section => ({ ...section, photoCount: counts.get(section.id) ?? 0 })),
    createdAt: album.createdAt.toISOString(),
    updatedAt: album.updatedAt.toISOString(),
  }
}

const coverOf = ({ photo_id: photoId, filename, placeholder, is_ready: isReady }: Cover) => ({
  ...{ photoId, filename, placeholder, isReady },
})
