import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { PhotoQuery, SignedList } from '../photos/photo-query.ts'
import { type Page, readIds } from '../photos/read-page.ts'
import { APART, PlaceSignposts } from './place-signposts.ts'

type Post = { key: string; id: string; before: number }

/** With so many the way is worth new ones. */
const FAR = 3 * APART

/**
 * Pages at any offset of a list that has an index for its order, but may be too long to walk it: signposts say how many photos are
 * before them, so that the walk begins at the nearest. Whoever walks far where none are has them placed. The database counts on
 * from there (migrations/0001-baseline.ts).
 */
@Injectable()
export class Signposts {
  constructor(
    private readonly db: Database,
    private readonly placing: PlaceSignposts,
  ) {}

  async readIds(ownerId: string, query: PhotoQuery & { list: SignedList }, page: Page): Promise<string[]> {
    const wanted = Math.min(page.limit, page.total - page.offset)
    const isAscending = query.direction === 'asc'
    const skip = isAscending ? page.offset : page.total - page.offset - wanted
    if (wanted <= 0 || Math.min(skip, page.total - skip) <= FAR) return readIds(this.db, query, page)
    const post = await this.nearest(query.list, skip)
    if (skip - (post?.before ?? 0) > FAR) this.placing.soon(ownerId, query)
    if (!post) return readIds(this.db, query, page)
    const ids = await this.from(post, query, { wanted, skip: skip - post.before })
    return isAscending ? ids : ids.reverse()
  }

  private async nearest(list: SignedList, skip: number): Promise<Post | undefined> {
    const [post] = await this.db.sql<Post>(
      `SELECT from_key AS key, from_id AS id, before::int FROM (
         SELECT from_key, from_id, sum(photos) OVER (ORDER BY from_key, from_id) - photos AS before
         FROM pagination_checkpoints WHERE list_id = $1 AND sort = $2) s
       WHERE before <= $3 ORDER BY before DESC LIMIT 1`,
      [list.id, list.sort, skip],
    )
    return post
  }

  private async from({ key, id }: Post, query: PhotoQuery, { wanted, skip }: { wanted: number; skip: number }) {
    const params = [...query.params, query.list?.sort === 'number' ? Number(key) : key, id]
    const where = [...query.where, `(${query.key}, ${query.id}) >= ($${params.length - 1}, $${params.length})`]
    const rows = await this.db.sql<{ id: string }>(
      `SELECT ${query.id} AS id FROM ${query.from} WHERE ${where.join(' AND ')}
       ORDER BY ${query.key}, ${query.id} LIMIT ${wanted} OFFSET ${skip}`,
      params,
    )
    return rows.map(row => row.id)
  }
}
