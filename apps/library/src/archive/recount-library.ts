import { Album } from '../albums/album.entity.ts'
import { recordAlbumChange, GAP, type Placed } from '../albums/change-album.ts'
import { findFavorites } from '../albums/read-albums.ts'
import type { Library } from '../accounts/change-library.ts'
import { COUNT_OF_OWNER } from '../lists/facet-counts.ts'
import { BLOCK } from '../lists/block-counts.ts'

const sizeOf = (variant: string) => `coalesce(sum((variants -> '${variant}' ->> 'size')::bigint), 0)::float8`
/** Counts and sums of a library. Earlier versions, pending replacements and pending files of guests use storage, too. */
const SELECT_SUMS = `
  WITH stored AS (
    SELECT number, size, variants FROM photos WHERE owner_id = $1 AND deleted_at IS NULL
    UNION ALL SELECT NULL, f.size, f.variants FROM photo_files f JOIN photos p ON p.id = f.photo_id
    WHERE p.owner_id = $1 AND p.deleted_at IS NULL
    UNION ALL SELECT NULL, size, variants FROM guest_uploads WHERE owner_id = $1 AND state = 'waiting')
  SELECT count(number)::int AS photos, coalesce(max(number), 0)::int AS uploads, coalesce(sum(size), 0)::float8 AS originals,
    ${sizeOf('sm')} AS small, ${sizeOf('md')} AS medium, ${sizeOf('lg')} AS large,
    (SELECT count(*)::int FROM albums WHERE owner_id = $1 AND NOT is_favorites) AS albums
  FROM stored`
type Sums = Record<'photos' | 'uploads' | 'originals' | 'small' | 'medium' | 'large' | 'albums', number>

/** Recomputes all counters of a library from its rows after an import. */
export async function recountLibrary(lockedLibrary: Library): Promise<void> {
  const { tx, ownerId, account } = lockedLibrary
  await addLikedToFavorites(lockedLibrary)
  const [sums] = await tx.sql<Sums>(SELECT_SUMS, [ownerId])
  if (sums) Object.assign(account, { ...sums, uploads: Math.max(sums.uploads, account.uploads) })
  for (const table of ['photo_block_counts', 'photo_facets'])
    void tx.sql(`DELETE FROM ${table} WHERE owner_id = $1`, [ownerId])
  void tx.sql(
    `INSERT INTO photo_block_counts (owner_id, block, photos) SELECT $1, number / ${BLOCK}, count(*) FROM photos
     WHERE owner_id = $1 AND deleted_at IS NULL GROUP BY number / ${BLOCK}`,
    [ownerId],
  )
  void tx.sql(
    `INSERT INTO photo_facets (owner_id, kind, value, photos) SELECT $1, kind, value, n FROM (${COUNT_OF_OWNER}) AS counted`,
    [ownerId],
  )
  await tx.sql(
    `UPDATE tags SET usage_count = (SELECT count(*) FROM photo_tags WHERE tag_id = tags.id) WHERE owner_id = $1`,
    [ownerId],
  )
  lockedLibrary.marks.add('likes').add('tags')
}

/** Adds liked photos to the account's Favorites, which may have another id than in the archive. */
async function addLikedToFavorites(lockedLibrary: Library): Promise<void> {
  const favorites = await findFavorites(lockedLibrary.tx.em, lockedLibrary.ownerId)
  const placed = await lockedLibrary.tx.sql<Placed>(
    `WITH placed AS (
       INSERT INTO album_photos (album_id, photo_id, position)
       SELECT $1, p.id, (SELECT coalesce(max(position), 0) FROM album_photos WHERE album_id = $1) + row_number() OVER (ORDER BY number) * $3
       FROM photos p WHERE p.owner_id = $2 AND p.is_favorite AND p.deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM album_photos m WHERE m.album_id = $1 AND m.photo_id = p.id)
       ON CONFLICT DO NOTHING RETURNING photo_id, position)
     SELECT photo_id AS "photoId", position FROM placed ORDER BY position`,
    [favorites.id, lockedLibrary.ownerId, GAP],
  )
  const album = placed.length > 0 && (await lockedLibrary.tx.em.findOneBy(Album, { id: favorites.id }))
  if (album) await recordAlbumChange(lockedLibrary, album, { placed, added: placed.length })
}
