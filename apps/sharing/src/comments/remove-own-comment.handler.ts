import { errors, sharing, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { CommentAccess, readerOf } from './comment-access.ts'
import { removeSaid } from './removed-comments.ts'
import { threadsOf } from './threads.ts'

/** While nobody wrote after it. */
@Handles(sharing.removeOwnComment)
export class RemoveOwnComment implements Handler<typeof sharing.removeOwnComment> {
  constructor(
    private readonly db: Database,
    private readonly access: CommentAccess,
  ) {}

  async handle({ commentId, ...proof }: Input<typeof sharing.removeOwnComment>) {
    const { link, visitor } = await this.access.enterNamed(proof)
    return this.db.commit(async tx => {
      const photoId = await removeSaid(tx, link, commentId, (said, at) => {
        if (said[at]?.visitorId !== visitor.id) throw errors.COMMENT_NOT_FOUND()
        if (at < said.length - 1) throw errors.COMMENT_ANSWERED()
      })
      return { name: visitor.name, threads: await threadsOf(tx, readerOf(link, visitor), photoId) }
    })
  }
}
