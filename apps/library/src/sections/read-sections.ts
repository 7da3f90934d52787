import type { Database, Tx } from '@daymark/platform'
import type { Album } from '../albums/album.entity.ts'

/** The number of photos by section id. */
export type SectionCounts = ReadonlyMap<string, number>

/** Counts the photos of each section of the given albums in one query. Each count is an index range scan. */
const COUNT_SECTION_PHOTOS = `
  SELECT s.id, (SELECT count(*)::int FROM album_photos x WHERE x.album_id = s.album_id
      AND x.position >= s.position AND x.position < coalesce(s.until, 'Infinity')) AS photos
  FROM (
    SELECT a.id AS album_id, e ->> 'id' AS id, (e ->> 'position')::float8 AS position,
      lead((e ->> 'position')::float8) OVER (PARTITION BY a.id ORDER BY n) AS until
    FROM albums a, jsonb_array_elements(a.sections) WITH ORDINALITY AS x(e, n) WHERE a.id = ANY($1::uuid[])) s`

export async function countSections(reader: Database | Tx, albums: Album[]): Promise<SectionCounts> {
  const albumsWithSections = albums.filter(album => album.sections.length > 0)
  if (!albumsWithSections.length) return new Map()
  const rows = await reader.sql<{ id: string; photos: number }>(COUNT_SECTION_PHOTOS, [
    albumsWithSections.map(album => album.id),
  ])
  return new Map(rows.map(row => [row.id, row.photos]))
}

/** Returns the section id of each of these photos of an album, by photo id. Leaves out photos before the first section. */
export async function readSectionIds(db: Database, album: Album, photoIds: string[]): Promise<Map<string, string>> {
  if (!album.sections.length) return new Map()
  const rows = await db.sql<{ id: string; position: number }>(
    'SELECT photo_id AS id, position FROM album_photos WHERE album_id = $1 AND photo_id = ANY($2::uuid[])',
    [album.id, photoIds],
  )
  return new Map(
    rows.flatMap(({ id, position }) => {
      const section = album.sections.findLast(heading => heading.position <= position)
      return section ? [[id, section.id] as const] : []
    }),
  )
}
