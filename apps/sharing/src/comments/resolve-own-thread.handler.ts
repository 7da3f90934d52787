import { errors, sharing, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { VisitBudget } from '../visits/visit-budget.ts'
import { lockThread, resolve } from './changed-threads.ts'
import { CommentAccess, readerOf } from './comment-access.ts'
import { threadsOf } from './threads.ts'

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
    const { link, visitor } = await this.access.enterNamed(proof)
    if (!this.budget.spend(link.id, visitor.id)) throw errors.TOO_MANY_REQUESTS({ retryAfter: 3600 })
    return this.db.commit(async tx => {
      const thread = await lockThread(tx, link, threadId)
      if (thread.visitorId !== visitor.id) throw errors.COMMENT_NOT_FOUND()
      resolve(tx, link, thread, { resolved, author: visitor, now: this.clock.now() })
      return { name: visitor.name, threads: await threadsOf(tx, readerOf(link, visitor), thread.photoId) }
    })
  }
}
