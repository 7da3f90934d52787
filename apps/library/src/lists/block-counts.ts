import { prepared, type Database } from '@daymark/platform'
import type { Library } from '../accounts/change-library.ts'
import type { Page } from './read-ids.ts'

/** Photos are numbered in upload order. A block is a range of 1000 numbers. */
export const BLOCK = 1000
const blockOf = (number: number): number => Math.floor(number / BLOCK)

/**
 * Counts a new photo in its block. The page at any offset of the library is found by adding up about a hundred block counts instead
 * of skipping 50,000 photos.
 */
export function countAdded({ tx, ownerId }: Library, number: number): void {
  void tx.sql(
    prepared(`INSERT INTO photo_block_counts AS b (owner_id, block, photos) VALUES ($1, $2, 1)
     ON CONFLICT (owner_id, block) DO UPDATE SET photos = b.photos + 1`),
    [ownerId, blockOf(number)],
  )
}
export function countRestored({ tx, ownerId }: Library, numbers: number[]): void {
  void tx.sql(
    prepared(`INSERT INTO photo_block_counts AS b (owner_id, block, photos)
     SELECT $1, block, count(*) FROM unnest($2::int[]) AS g(block) GROUP BY block
     ON CONFLICT (owner_id, block) DO UPDATE SET photos = b.photos + excluded.photos`),
    [ownerId, numbers.map(blockOf)],
  )
}
export function countRemoved({ tx, ownerId }: Library, numbers: number[]): void {
  void tx.sql(
    prepared(`UPDATE photo_block_counts b SET photos = b.photos - gone.n
     FROM (SELECT block, count(*) AS n FROM unnest($2::int[]) AS g(block) GROUP BY block) gone
     WHERE b.owner_id = $1 AND b.block = gone.block`),
    [ownerId, numbers.map(blockOf)],
  )
}

/**
 * SQL for the number of photos that the owner `$1` has uploaded since the time in the parameter `time`. Numbers follow upload order, so
 * only photos in the first block are counted one by one; later blocks contribute their stored counts.
 */
export const uploadedSince = (time: `$${number}`): string => `(
  WITH first AS (
    SELECT number, number / ${BLOCK} AS block FROM photos
    WHERE owner_id = $1 AND deleted_at IS NULL AND created_at >= ${time} ORDER BY created_at LIMIT 1)
  SELECT (SELECT count(*) FROM photos WHERE owner_id = $1 AND deleted_at IS NULL
            AND number >= (SELECT number FROM first) AND number < ((SELECT block FROM first) + 1) * ${BLOCK})::int
       + (SELECT coalesce(sum(photos), 0) FROM photo_block_counts WHERE owner_id = $1 AND block > (SELECT block FROM first))::int)`

/** One page of the whole library in upload order. */
export async function readUploads(
  db: Database,
  ownerId: string,
  direction: 'asc' | 'desc',
  { limit, offset, total }: Page,
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
 * Finds the block that contains the photo at this offset from the newest. `before`: how many newer photos precede the block; `end`: the
 * number at its end (exclusive).
 */
async function findBlock(db: Database, ownerId: string, skip: number): Promise<{ before: number; end: number }> {
  const [start] = await db.sql<{ before: number; end: number }>(
    `SELECT before::int, (block + 1) * ${BLOCK} AS end FROM
       (SELECT block, sum(photos) OVER (ORDER BY block DESC) - photos AS before FROM photo_block_counts WHERE owner_id = $1) b
     WHERE before <= $2 ORDER BY block LIMIT 1`,
    [ownerId, skip],
  )
  return start ?? { before: 0, end: 0 }
}
