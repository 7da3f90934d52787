import type { Library } from '../accounts/change-library.ts'
import { placeByTime } from '../captures/fall-in.ts'
import type { Album } from './album.entity.ts'
import { arrange, GAP, type Placed } from './arrange-album.ts'

/** Puts photos at the end, behind the last heading, in the order given, or where they belong by time; those already in stay where they are. */
export async function placePhotos(library: Library, album: Album, photoIds: string[]): Promise<number> {
  const placed = await library.tx.sql<Placed>(
    `WITH placed AS (
       INSERT INTO album_photos (album_id, photo_id, position)
       SELECT $1, new.id, greatest($4::float8, (SELECT max(position) FROM album_photos WHERE album_id = $1)) + new.n * $3
       FROM unnest($2::uuid[]) WITH ORDINALITY AS new(id, n)
       ON CONFLICT DO NOTHING RETURNING photo_id, position)
     SELECT photo_id AS "photoId", position FROM placed ORDER BY position`,
    [album.id, photoIds, GAP, album.sections.at(-1)?.position ?? 0],
  )
  await arrange(library, album, { placed, came: placed.length })
  await placeByTime(
    library,
    album,
    placed.map(({ photoId }) => photoId),
  )
  return placed.length
}
