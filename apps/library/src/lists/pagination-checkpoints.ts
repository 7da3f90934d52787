import { Clock, Database, Logger, withoutTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { changeExistingLibrary } from '../accounts/change-library.ts'
import type { CheckpointedList, PhotoQuery } from './photo-query.ts'
import { type PageRequest, readIds } from './read-ids.ts'

/** Number of photos between two new checkpoints. */
export const PHOTOS_PER_CHECKPOINT = 1000
type CheckpointedQuery = PhotoQuery & { list: CheckpointedList }
const LOWEST_ID_SQL = `'00000000-0000-0000-0000-000000000000'::uuid`

/** Creates or replaces the checkpoints of a list. Locks the library while it runs, for about one second per million photos. */
@Injectable()
export class CheckpointBuilder {
  private readonly running = new Map<string, Promise<void>>()
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /**
   * Starts to build the checkpoints of a list in the background, unless they are already being built. An error is only logged: distant
   * pages of the list stay slow until a later request succeeds in building them.
   */
  start(ownerId: string, query: CheckpointedQuery): void {
    const { id: listId, sort } = query.list
    const name = `${listId} ${sort}`
    if (this.running.has(name)) return
    const building = this.replaceCheckpoints(ownerId, query)
      .catch((err: unknown) => this.log.warn({ err, event: 'library.pagination-checkpoints.failed', listId, sort }))
      .finally(() => this.running.delete(name))
    this.running.set(name, building)
  }
  async waitForRunning(): Promise<void> {
    await Promise.all(this.running.values())
  }

  private replaceCheckpoints(ownerId: string, query: CheckpointedQuery): Promise<void> {
    const { list, id, key, from, where, params } = query
    const sortableKey = list.sort === 'number' ? `lpad((${key})::text, 10, '0')` : key
    const [listId, sort] = [`$${params.length + 1}::uuid`, `$${params.length + 2}::text`]
    const source = `${from} WHERE ${where.join(' AND ')}`
    const insertCheckpoints = `
      INSERT INTO pagination_checkpoints (list_id, sort, from_key, from_id, photos)
      SELECT ${listId}, ${sort}, CASE WHEN n = 0 THEN '' ELSE key END, CASE WHEN n = 0 THEN ${LOWEST_ID_SQL} ELSE id END,
        least(${PHOTOS_PER_CHECKPOINT}, (SELECT count(*) FROM ${source}) - n)
      FROM (SELECT ${sortableKey} AS key, ${id} AS id, row_number() OVER (ORDER BY ${key}, ${id}) - 1 AS n FROM ${source}) numbered
      WHERE n % ${PHOTOS_PER_CHECKPOINT} = 0`
    return withoutTimeout(() =>
      this.db.commit(tx =>
        changeExistingLibrary(tx, ownerId, this.clock.now(), async () => {
          tx.send('DELETE FROM pagination_checkpoints WHERE list_id = $1 AND sort = $2', [list.id, list.sort])
          await tx.sql(insertCheckpoints, [...params, list.id, list.sort])
        }),
      ),
    )
  }
}

/** `before`: number of photos that precede the checkpoint in the list. */
type Checkpoint = { key: string; id: string; before: number }

/** Maximum number of photos to skip after a checkpoint. If a page is farther away, new checkpoints are created. */
const MAX_SKIPPED_PHOTOS = 3 * PHOTOS_PER_CHECKPOINT

/**
 * Reads pages at large offsets of long lists. The checkpoints of a list store how many photos are between them, so a page is read from the
 * nearest preceding checkpoint instead of from the start. The first request for a distant page creates the checkpoints; database triggers
 * update their counts.
 */
@Injectable()
export class PaginationCheckpoints {
  constructor(
    private readonly db: Database,
    private readonly builder: CheckpointBuilder,
  ) {}

  async readIds(ownerId: string, query: PhotoQuery & { list: CheckpointedList }, page: PageRequest): Promise<string[]> {
    const pageLength = Math.min(page.limit, page.total - page.offset)
    const isAscending = query.direction === 'asc'
    const skip = isAscending ? page.offset : page.total - page.offset - pageLength
    if (pageLength <= 0 || Math.min(skip, page.total - skip) <= MAX_SKIPPED_PHOTOS) return readIds(this.db, query, page)
    const nearestCheckpoint = await this.findNearest(query.list, skip)
    if (skip - (nearestCheckpoint?.before ?? 0) > MAX_SKIPPED_PHOTOS) this.builder.start(ownerId, query)
    if (!nearestCheckpoint) return readIds(this.db, query, page)
    const ids = await this.readFromCheckpoint(nearestCheckpoint, query, {
      pageLength,
      skip: skip - nearestCheckpoint.before,
    })
    return isAscending ? ids : ids.reverse()
  }

  private async findNearest(list: CheckpointedList, skip: number): Promise<Checkpoint | undefined> {
    const [checkpoint] = await this.db.sql<Checkpoint>(
      `SELECT from_key AS key, from_id AS id, before::int FROM (
         SELECT from_key, from_id, sum(photos) OVER (ORDER BY from_key, from_id) - photos AS before
         FROM pagination_checkpoints WHERE list_id = $1 AND sort = $2) s
       WHERE before <= $3 ORDER BY before DESC LIMIT 1`,
      [list.id, list.sort, skip],
    )
    return checkpoint
  }

  private async readFromCheckpoint(
    { key, id }: Checkpoint,
    query: PhotoQuery,
    { pageLength, skip }: { pageLength: number; skip: number },
  ) {
    const params = [...query.params, query.list?.sort === 'number' ? Number(key) : key, id]
    const where = [...query.where, `(${query.key}, ${query.id}) >= ($${params.length - 1}, $${params.length})`]
    const rows = await this.db.sql<{ id: string }>(
      `SELECT ${query.id} AS id FROM ${query.from} WHERE ${where.join(' AND ')}
       ORDER BY ${query.key}, ${query.id} LIMIT ${pageLength} OFFSET ${skip}`,
      params,
    )
    return rows.map(row => row.id)
  }
}
