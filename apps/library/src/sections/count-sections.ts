import type { Database, Tx } from '@daymark/platform'
import type { Album } from '../albums/album.entity.ts'

/** How many photos each section has, by its id. */
export type SectionCounts = ReadonlyMap<string, number>

/** Each count is one walk along the index of the album's order; all sections of all albums in one query, and none where there are none. */
const COUNTS = `
  SELECT s.id, (SELECT count(*)::int FROM album_photos x WHERE x.album_id = s.album_id
      AND x.position >= s.position AND x.position < coalesce(s.until, 'Infinity')) AS photos
  FROM (
    SELECT a.id AS album_id, e ->> 'id' AS id, (e ->> 'position')::float8 AS position,
      lead((e ->> 'position')::float8) OVER (PARTITION BY a.id ORDER BY n) AS until
    FROM albums a, jsonb_array_elements(a.sections) WITH ORDINALITY AS x(e, n) WHERE a.id = ANY($1::uuid[])) s`

export async function countSections(reader: Database | Tx, albums: Album[]): Promise<SectionCounts> {
  const divided = albums.filter(album => album.sections.length > 0)
  if (!divided.length) return new Map()
  const rows = await reader.sql<{ id: string; photos: number }>(COUNTS, [divided.map(album => album.id)])
  return new Map(rows.map(row => [row.id, row.photos]))
}
