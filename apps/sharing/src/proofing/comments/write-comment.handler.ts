import { type Actor, errors, type Input, sharing } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, networkOf, type Tx } from '@daymark/platform'
import { VisitMails } from '../../insight/mail/visits/visit-mails.ts'
import { lockForVisitors, type NamedVisitor, NamedVisitors } from '../visitors/named-visitors.ts'
import { visiblePhoto } from '../../links/gallery/gallery-photos.ts'
import { VisitBudget } from '../../insight/visits/visit-budget.ts'
import { beginThread, lockThread, say } from './changed-threads.ts'
import { CommentAccess, type CommentLink, readerOf } from './comment-access.ts'
import { assertRoom } from './comment-room.ts'
import { threadsOf } from './threads.ts'

type Written = Input<typeof sharing.writeComment>

const SHOWN = `
  SELECT p.id FROM placements m CROSS JOIN LATERAL (${visiblePhoto('m.photo_id', '$3')}) p
  WHERE m.album_id = $1 AND m.photo_id = $2 AND m.present`

@Handles(sharing.writeComment)
export class WriteComment implements Handler<typeof sharing.writeComment> {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: CommentAccess,
    private readonly visitors: NamedVisitors,
    private readonly budget: VisitBudget,
    private readonly visits: VisitMails,
  ) {}

  async handle(written: Written, actor: Actor) {
    const { link, visitor: known } = await this.access.authorize(written)
    if (!known && written.name === undefined) throw errors.INVALID_INPUT({ reason: 'Please enter your name.' })
    if (!known) await this.visitors.admit(link, written.address)
    if (!this.budget.spend(link.id, known?.id ?? networkOf(written.address)))
      throw errors.TOO_MANY_REQUESTS({ retryAfter: 3600 })
    return this.db.commit(async tx => {
      await lockForVisitors(tx, link.id)
      if (known) await this.assertStill(tx, known)
      const { visitor, key } = known ? { visitor: known, key: undefined } : await this.begin(tx, link, written)
      const since = this.clock.now()
      const commentId = await this.say(tx, link, visitor, written)
      const did = { visitorId: written.visitorId, listId: visitor.id, occasion: commentId, data: { commentId }, since }
      if (actor.userId !== link.ownerId) await this.visits.did(tx, link, 'comment', did)
      const threads = await threadsOf(tx, readerOf(link, visitor), written.photoId)
      return { name: visitor.name, threads, ...(key === undefined ? {} : { key }) }
    })
  }

  /** The owner may have removed her list, and her with it, since she came in. */
  private async assertStill(tx: Tx, { id }: NamedVisitor) {
    const [still] = await tx.sql('SELECT id FROM pick_lists WHERE id = $1 FOR KEY SHARE', [id])
    if (!still) throw errors.VISITOR_UNKNOWN()
  }

  private begin(tx: Tx, link: CommentLink, { name = '', email, byMail = false }: Written) {
    return this.visitors.begin(tx, link, { name, email, byMail, isPicking: false })
  }

  private async say(tx: Tx, link: CommentLink, visitor: NamedVisitor, { photoId, threadId, text, point }: Written) {
    const now = this.clock.now()
    const room = { linkId: link.id, photoId, threadId: threadId ?? null, visitorId: visitor.id, now }
    await assertRoom(tx, room)
    const thread = threadId
      ? await this.visible(tx, link, visitor, { photoId, threadId })
      : await this.newThread(tx, link, { photoId, visitorId: visitor.id, point, now })
    return say(tx, link, thread, { author: visitor, text, now })
  }

  private async newThread(tx: Tx, link: CommentLink, wanted: Parameters<typeof beginThread>[2]) {
    const [shown] = await tx.sql(SHOWN, [link.albumId, wanted.photoId, link.ownerId])
    if (!shown) throw errors.PHOTO_NOT_FOUND()
    return beginThread(tx, link, wanted)
  }

  /** What she cannot see she cannot answer. */
  private async visible(tx: Tx, link: CommentLink, visitor: NamedVisitor, at: { photoId: string; threadId: string }) {
    const thread = await lockThread(tx, link, at.threadId)
    const isHers = thread.visitorId === visitor.id || link.comments.shared
    if (!isHers || thread.photoId !== at.photoId) throw errors.COMMENT_NOT_FOUND()
    return thread
  }
}
