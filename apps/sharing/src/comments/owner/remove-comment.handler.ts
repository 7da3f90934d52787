import { act, sharing, sharingAudited, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { linkTarget } from '../../links/audited-link.ts'
import { lockForVisitors } from '../../visitors/named-visitors.ts'
import { ownLink } from '../../visitors/own-link.ts'
import { removeSaid } from '../removed-comments.ts'

/** Visitors of whom nothing is left: their names would keep others from the link. */
const FORGET = `
  DELETE FROM pick_lists v WHERE v.link_id = $1 AND NOT v.picking
    AND NOT EXISTS (SELECT FROM comments c WHERE c.link_id = $1 AND c.visitor_id = v.id)
    AND NOT EXISTS (SELECT FROM comment_threads t WHERE t.link_id = $1 AND t.visitor_id = v.id)`

@Handles(sharing.removeComment)
export class RemoveComment implements Handler<typeof sharing.removeComment> {
  constructor(private readonly db: Database) {}

  async handle({ linkId, commentId }: Input<typeof sharing.removeComment>, actor: Actor) {
    return this.db.commit(async tx => {
      const link = await ownLink(tx, linkId, actor)
      await lockForVisitors(tx, link.id)
      await removeSaid(tx, link, commentId)
      void tx.sql(FORGET, [link.id])
      tx.emit(sharingAudited, ...act(actor, 'comment.removed', linkTarget(link, link.albumTitle)))
      return { success: true as const }
    })
  }
}
