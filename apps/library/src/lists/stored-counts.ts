import { type Database, preparedStatement } from '@daymark/platform'
import type { LockedLibrary } from '../accounts/change-library.ts'
import type { PageRequest } from './read-ids.ts'

/** Size of a block of photos. Photos are numbered in upload order; block n contains the numbers from n * 1000 to n * 1000 + 999. */
export const PHOTOS_PER_BLOCK = 1000
const blockNumberOf = (number: number): number => Math.floor(number / PHOTOS_PER_BLOCK)

/**
 * Counts a new photo in its block. To find a page at a large offset, `readIdsInUploadOrder` adds up the counts of blocks instead of
 * skipping single photos.
 */
export function countAddedPhoto({ tx, ownerId }: LockedLibrary, number: number): void {
  tx.send(
    preparedStatement(`INSERT INTO photo_block_counts AS b (owner_id, block, photos) VALUES ($1, $2, 1)
     ON CONFLICT (owner_id, block) DO UPDATE SET photos = b.photos + 1`),
    [ownerId, blockNumberOf(number)],
  )
}
export function countRestoredPhotos({ tx, ownerId }: LockedLibrary, numbers: number[]): void {
  tx.send(
    preparedStatement(`INSERT INTO photo_block_counts AS b (owner_id, block, photos)
     SELECT $1, block, count(*) FROM unnest($2::int[]) AS g(block) GROUP BY block
     ON CONFLICT (owner_id, block) DO UPDATE SET photos = b.photos + excluded.photos`),
    [ownerId, numbers.map(blockNumberOf)],
  )
}
export function countRemovedPhotos({ tx, ownerId }: LockedLibrary, numbers: number[]): void {
  tx.send(
    preparedStatement(`UPDATE photo_block_counts b SET photos = b.photos - removed.n
     FROM (SELECT block, count(*) AS n FROM unnest($2::int[]) AS g(block) GROUP BY block) removed
     WHERE b.owner_id = $1 AND b.block = removed.block`),
    [ownerId, numbers.map(blockNumberOf)],
  )
}

/**
 * SQL for the number of photos that the owner `$1` has uploaded since `time`, the placeholder of a parameter. Numbers follow upload order,
 * so only photos in the first block are counted one by one; for later blocks, the stored counts are added.
 */
export const countUploadedSinceSql = (time: `$${number}`): string => `(
  WITH first AS (
    SELECT number, number / ${PHOTOS_PER_BLOCK} AS block FROM photos
    WHERE owner_id = $1 AND deleted_at IS NULL AND created_at >= ${time} ORDER BY created_at LIMIT 1)
  SELECT (SELECT count(*) FROM photos WHERE owner_id = $1 AND deleted_at IS NULL
            AND number >= (SELECT number FROM first) AND number < ((SELECT block FROM first) + 1) * ${PHOTOS_PER_BLOCK})::int
       + (SELECT coalesce(sum(photos), 0) FROM photo_block_counts WHERE owner_id = $1 AND block > (SELECT block FROM first))::int)`

/** Returns the ids of one page of the whole library in upload order. */
export async function readIdsInUploadOrder(
  db: Database,
  ownerId: string,
  direction: 'asc' | 'desc',
  { limit, offset, total }: PageRequest,
): Promise<string[]> {
  const pageLength = Math.min(limit, total - offset)
  if (pageLength <= 0) return []
  const skip = direction === 'desc' ? offset : total - offset - pageLength
  const { before, end } = await findBlock(db, ownerId, skip)
  const rows = await db.sql<{ id: string }>(
    `SELECT id FROM photos WHERE owner_id = $1 AND deleted_at IS NULL AND number < $2
     ORDER BY number DESC, id DESC LIMIT ${pageLength} OFFSET ${skip - before}`,
    [ownerId, end],
  )
  const ids = rows.map(row => row.id)
  return direction === 'desc' ? ids : ids.reverse()
}

/**
 * Finds the block of the photo that `skip` newer photos precede. `before`: how many newer photos precede the block; `end`: the number after
 * its highest number.
 */
async function findBlock(db: Database, ownerId: string, skip: number): Promise<{ before: number; end: number }> {
  const [start] = await db.sql<{ before: number; end: number }>(
    `SELECT before::int, (block + 1) * ${PHOTOS_PER_BLOCK} AS end FROM
       (SELECT block, sum(photos) OVER (ORDER BY block DESC) - photos AS before FROM photo_block_counts WHERE owner_id = $1) b
     WHERE before <= $2 ORDER BY block LIMIT 1`,
    [ownerId, skip],
  )
  return start ?? { before: 0, end: 0 }
}

/**
 * SQL that counts the photos that match `condition` by facet. Year and month are taken from `dated_at`, as in the date filters
 * (photo-query.ts).
 */
const countByFacetSql = (condition: string): string => `
  SELECT v.kind, v.value, count(*) AS n FROM photos p CROSS JOIN LATERAL (VALUES
    ('camera', p.camera), ('lens', p.lens), ('format', p.format), ('orientation', p.orientation),
    ('year', to_char(p.dated_at AT TIME ZONE 'UTC', 'YYYY')),
    ('month', to_char(p.dated_at AT TIME ZONE 'UTC', 'YYYY-MM'))) AS v(kind, value)
  WHERE ${condition} AND v.value IS NOT NULL GROUP BY v.kind, v.value`
const COUNT_FACETS_OF_PHOTOS = countByFacetSql('p.id = ANY($2::uuid[])')
/** SQL that counts all photos of the owner `$1` by facet. */
export const COUNT_FACETS_OF_OWNER = countByFacetSql('p.owner_id = $1 AND p.deleted_at IS NULL')

/** Adds photos to the stored counts by camera, lens, format and other facets, so that no request counts the photos of a library. */
export function addFacets({ tx, ownerId }: LockedLibrary, photoIds: string[]): void {
  tx.send(
    preparedStatement(`INSERT INTO photo_facets AS f (owner_id, kind, value, photos) SELECT $1, kind, value, n FROM (${COUNT_FACETS_OF_PHOTOS}) AS counted
     ON CONFLICT (owner_id, kind, value) DO UPDATE SET photos = f.photos + excluded.photos`),
    [ownerId, photoIds],
  )
}

/**
 * Subtracts photos from the stored counts, and deletes facet values without photos. Call it before the facets of photos change and when
 * photos are deleted.
 */
export function removeFacets({ tx, ownerId }: LockedLibrary, photoIds: string[]): void {
  tx.send(
    preparedStatement(`WITH counted AS (${COUNT_FACETS_OF_PHOTOS}),
     emptied AS (DELETE FROM photo_facets f USING counted c
       WHERE f.owner_id = $1 AND (f.kind, f.value) = (c.kind, c.value) AND f.photos <= c.n)
     UPDATE photo_facets f SET photos = f.photos - c.n FROM counted c
       WHERE f.owner_id = $1 AND (f.kind, f.value) = (c.kind, c.value) AND f.photos > c.n`),
    [ownerId, photoIds],
  )
}
