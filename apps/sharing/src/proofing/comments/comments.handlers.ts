import { errors, type Input, sharing } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, isId } from '@daymark/platform'
import { VisitBudget } from '../../insight/visits/visit-budget.ts'
import { lockThread, resolve } from './changed-threads.ts'
import { CommentAccess, readerOf } from './comment-access.ts'
import { removeSaid } from './removed-comments.ts'
import { inGallery, threadsOf, VISIBLE, visibleTo } from './threads.ts'

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
    const { link, visitor } = await this.access.authorize(proof)
    const photos = await this.db.sql<{ id: string; threads: number; open: number }>(
      COUNTS,
      visibleTo(readerOf(link, visitor)),
    )
    return { name: visitor?.name ?? null, photos }
  }
}

@Handles(sharing.listPhotoComments)
export class ListPhotoComments implements Handler<typeof sharing.listPhotoComments> {
  constructor(
    private readonly db: Database,
    private readonly access: CommentAccess,
  ) {}

  async handle({ photoId, ...proof }: Input<typeof sharing.listPhotoComments>) {
    const { link, visitor } = await this.access.authorize(proof)
    const threads = await threadsOf(this.db, readerOf(link, visitor), isId(photoId) ? photoId : null)
    return { name: visitor?.name ?? null, threads }
  }
}

/** While nobody wrote after it. */
@Handles(sharing.removeOwnComment)
export class RemoveOwnComment implements Handler<typeof sharing.removeOwnComment> {
  constructor(
    private readonly db: Database,
    private readonly access: CommentAccess,
  ) {}

  async handle({ commentId, ...proof }: Input<typeof sharing.removeOwnComment>) {
    const { link, visitor } = await this.access.authorizeVisitor(proof)
    return this.db.commit(async tx => {
      const photoId = await removeSaid(tx, link, commentId, (said, at) => {
        if (said[at]?.visitorId !== visitor.id) throw errors.COMMENT_NOT_FOUND()
        if (at < said.length - 1) throw errors.COMMENT_ANSWERED()
      })
      return { name: visitor.name, threads: await threadsOf(tx, readerOf(link, visitor), photoId) }
    })
  }
}

@Handles(sharing.resolveOwnThread)
export class ResolveOwnThread implements Handler<typeof sharing.resolveOwnThread> {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: CommentAccess,
    private readonly budget: VisitBudget,
  ) {}

  async handle({ threadId, resolved, ...proof }: Input<typeof sharing.resolveOwnThread>) {
    const { link, visitor } = await this.access.authorizeVisitor(proof)
    if (!this.budget.spend(link.id, visitor.id)) throw errors.TOO_MANY_REQUESTS({ retryAfter: 3600 })
    return this.db.commit(async tx => {
      const thread = await lockThread(tx, link, threadId)
      if (thread.visitorId !== visitor.id) throw errors.COMMENT_NOT_FOUND()
      resolve(tx, link, thread, { resolved, author: visitor, now: this.clock.now() })
      return { name: visitor.name, threads: await threadsOf(tx, readerOf(link, visitor), thread.photoId) }
    })
  }
}
