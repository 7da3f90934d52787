import { Clock, Database, withoutTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { changeKnownLibrary } from '../accounts/change-library.ts'
import { LibraryLog } from '../log.ts'
import type { PhotoQuery, SignedList } from '../photos/photo-query.ts'

/** Photos from one signpost to the next, when they are placed. */
export const APART = 1000
type Signed = PhotoQuery & { list: SignedList }
const BEFORE_EVERYTHING = `'00000000-0000-0000-0000-000000000000'::uuid`

/** Places the signposts of one list, or places them anew, while nobody changes that library: a second for a million photos. */
@Injectable()
export class PlaceSignposts {
  private readonly underWay = new Map<string, Promise<void>>()
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly log: LibraryLog,
  ) {}

  /** Behind the back of the page that took the long way. */
  soon(ownerId: string, query: Signed): void {
    const name = `${query.list.id} ${query.list.sort}`
    if (this.underWay.has(name)) return
    const placing = this.place(ownerId, query)
      .catch((error: unknown) => this.log.signpostsNotPlaced(query.list, error))
      .finally(() => this.underWay.delete(name))
    this.underWay.set(name, placing)
  }
  /** All that were under way are there. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay.values())
  }

  private place(ownerId: string, query: Signed): Promise<void> {
    const { list, id, key, from, where, params } = query
    const text = list.sort === 'number' ? `lpad((${key})::text, 10, '0')` : key
    const [listId, sort] = [`$${params.length + 1}::uuid`, `$${params.length + 2}::text`]
    const source = `${from} WHERE ${where.join(' AND ')}`
    const placed = `
      INSERT INTO pagination_checkpoints (list_id, sort, from_key, from_id, photos)
      SELECT ${listId}, ${sort}, CASE WHEN n = 0 THEN '' ELSE key END, CASE WHEN n = 0 THEN ${BEFORE_EVERYTHING} ELSE id END,
        least(${APART}, (SELECT count(*) FROM ${source}) - n)
      FROM (SELECT ${text} AS key, ${id} AS id, row_number() OVER (ORDER BY ${key}, ${id}) - 1 AS n FROM ${source}) numbered
      WHERE n % ${APART} = 0`
    return withoutTimeout(() =>
      this.db.commit(tx =>
        changeKnownLibrary(tx, ownerId, this.clock.now(), async () => {
          void tx.sql('DELETE FROM pagination_checkpoints WHERE list_id = $1 AND sort = $2', [list.id, list.sort])
          await tx.sql(placed, [...params, list.id, list.sort])
        }),
      ),
    )
  }
}
