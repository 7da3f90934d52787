import { sharing, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { CommentAccess, readerOf } from './comment-access.ts'
import { inGallery, VISIBLE, visibleTo } from './threads.ts'

const COUNTS = `
  SELECT t.photo_id AS id, count(*)::int AS threads, (count(*) FILTER (WHERE t.resolved_at IS NULL))::int AS open
  FROM comment_threads t ${inGallery('$2', '$3')} WHERE t.link_id = $1 AND ${VISIBLE} GROUP BY t.photo_id`

@Handles(sharing.countComments)
export class CountComments implements Handler<typeof sharing.countComments> {
  constructor(
    private readonly db: Database,
    private readonly access: CommentAccess,
  ) {}

  async handle(proof: Input<typeof sharing.countComments>) {
    const { link, visitor } = await this.access.enter(proof)
    const photos = await this.db.sql<{ id: string; threads: number; open: number }>(
      COUNTS,
      visibleTo(readerOf(link, visitor)),
    )
    return { name: visitor?.name ?? null, photos }
  }
}
