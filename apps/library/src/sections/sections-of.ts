import type { Database } from '@daymark/platform'
import type { Album } from '../albums/album.entity.ts'

/** Which of these photos of an album is in which section. Asks nothing where there are none. */
export async function sectionsOf(db: Database, album: Album, photoIds: string[]): Promise<Map<string, string>> {
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
