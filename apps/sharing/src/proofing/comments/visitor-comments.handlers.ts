import { type Actor, errors, type Input, sharing } from '@daymark/contracts'
import { Clock, Database, Handles, isId, networkOf, RpcHandlers, type Tx } from '@daymark/platform'
import { VisitMails } from '../../mail/visit-mails.ts'
import { VisitorRateLimit } from '../../visits/visitor-rate-limit.ts'
import { visiblePhotoSql } from '../../links/gallery/gallery-photos.ts'
import { lockVisitorsOfLink, type NamedVisitor, NamedVisitors } from '../visitors/named-visitors.ts'
import {
  CommentAccess,
  findPhotoThreads,
  joinGalleryPhotosSql,
  type LinkWithComments,
  viewerParameters,
  toCommentViewer,
  IS_VISIBLE_TO_VIEWER_SQL,
} from './threads.ts'
import {
  addComment,
  assertWithinLimits,
  createThread,
  lockThread,
  removeComment,
  setResolved,
} from './thread-changes.ts'

const COUNT_BY_PHOTO = `
  SELECT t.photo_id AS id, count(*)::int AS threads, (count(*) FILTER (WHERE t.resolved_at IS NULL))::int AS open
  FROM comment_threads t ${joinGalleryPhotosSql('$2', '$3')} WHERE t.link_id = $1 AND ${IS_VISIBLE_TO_VIEWER_SQL} GROUP BY t.photo_id`

type NewComment = Input<typeof sharing.writeComment>

const PHOTO_IN_GALLERY = `
  SELECT p.id FROM album_photos m CROSS JOIN LATERAL (${visiblePhotoSql('m.photo_id', '$3')}) p
  WHERE m.album_id = $1 AND m.photo_id = $2 AND m.present`

@RpcHandlers()
export class VisitorCommentHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: CommentAccess,
    private readonly rateLimit: VisitorRateLimit,
    private readonly visitors: NamedVisitors,
    private readonly visits: VisitMails,
  ) {}

  @Handles(sharing.countComments)
  async countComments(credentials: Input<typeof sharing.countComments>) {
    const { link, visitor } = await this.access.authorize(credentials)
    const photos = await this.db.sql<{ id: string; threads: number; open: number }>(
      COUNT_BY_PHOTO,
      viewerParameters(toCommentViewer(link, visitor)),
    )
    return { name: visitor?.name ?? null, photos }
  }

  @Handles(sharing.listPhotoComments)
  async listPhotoComments({ photoId, ...credentials }: Input<typeof sharing.listPhotoComments>) {
    const { link, visitor } = await this.access.authorize(credentials)
    const threads = await findPhotoThreads(this.db, toCommentViewer(link, visitor), isId(photoId) ? photoId : null)
    return { name: visitor?.name ?? null, threads }
  }

  /** Removes a comment of the visitor. Throws COMMENT_ANSWERED unless it is the last comment of its thread. */
  @Handles(sharing.removeOwnComment)
  async removeOwnComment({ commentId, ...credentials }: Input<typeof sharing.removeOwnComment>) {
    const { link, visitor } = await this.access.authorizeVisitor(credentials)
    return this.db.commit(async tx => {
      const photoId = await removeComment(tx, link, commentId, (comments, index) => {
        if (comments[index]?.visitorId !== visitor.id) throw errors.COMMENT_NOT_FOUND()
        if (index < comments.length - 1) throw errors.COMMENT_ANSWERED()
      })
      return { name: visitor.name, threads: await findPhotoThreads(tx, toCommentViewer(link, visitor), photoId) }
    })
  }

  @Handles(sharing.resolveOwnThread)
  async resolveOwnThread({ threadId, resolved, ...credentials }: Input<typeof sharing.resolveOwnThread>) {
    const { link, visitor } = await this.access.authorizeVisitor(credentials)
    if (!this.rateLimit.allow(link.id, visitor.id)) throw errors.TOO_MANY_REQUESTS({ retryAfter: 3600 })
    return this.db.commit(async tx => {
      const thread = await lockThread(tx, link, threadId)
      if (thread.visitorId !== visitor.id) throw errors.COMMENT_NOT_FOUND()
      setResolved(tx, link, thread, { resolved, author: visitor, now: this.clock.now() })
      return { name: visitor.name, threads: await findPhotoThreads(tx, toCommentViewer(link, visitor), thread.photoId) }
    })
  }

  @Handles(sharing.writeComment)
  async writeComment(request: NewComment, actor: Actor) {
    const { link, visitor: existingVisitor } = await this.access.authorize(request)
    if (!existingVisitor && request.name === undefined)
      throw errors.INVALID_INPUT({ reason: 'Please enter your name.' })
    if (!existingVisitor) await this.visitors.assertMayAdd(link, request.address)
    if (!this.rateLimit.allow(link.id, existingVisitor?.id ?? networkOf(request.address)))
      throw errors.TOO_MANY_REQUESTS({ retryAfter: 3600 })
    return this.db.commit(async tx => {
      await lockVisitorsOfLink(tx, link.id)
      if (existingVisitor) await this.assertNotDeleted(tx, existingVisitor)
      const { visitor, key } = existingVisitor
        ? { visitor: existingVisitor, key: undefined }
        : await this.addVisitor(tx, link, request)
      const since = this.clock.now()
      const commentId = await this.addComment(tx, link, visitor, request)
      const activity = {
        visitorId: request.visitorId,
        listId: visitor.id,
        occasion: commentId,
        data: { commentId },
        since,
      }
      if (actor.userId !== link.ownerId) await this.visits.recordAction(tx, link, 'comment', activity)
      const threads = await findPhotoThreads(tx, toCommentViewer(link, visitor), request.photoId)
      return { name: visitor.name, threads, ...(key === undefined ? {} : { key }) }
    })
  }

  /** Throws VISITOR_UNKNOWN if the owner has deleted this visitor since the request was authorized. */
  private async assertNotDeleted(tx: Tx, { id }: NamedVisitor) {
    const [visitorRow] = await tx.sql('SELECT id FROM pick_lists WHERE id = $1 FOR KEY SHARE', [id])
    if (!visitorRow) throw errors.VISITOR_UNKNOWN()
  }

  private addVisitor(tx: Tx, link: LinkWithComments, { name = '', email, byMail = false }: NewComment) {
    return this.visitors.add(tx, link, { name, email, byMail, isPicking: false })
  }

  private async addComment(
    tx: Tx,
    link: LinkWithComments,
    visitor: NamedVisitor,
    { photoId, threadId, text, point }: NewComment,
  ) {
    const now = this.clock.now()
    await assertWithinLimits(tx, { linkId: link.id, photoId, threadId: threadId ?? null, visitorId: visitor.id, now })
    const thread = threadId
      ? await this.findVisibleThread(tx, link, visitor, { photoId, threadId })
      : await this.createThread(tx, link, { photoId, visitorId: visitor.id, point, now })
    return addComment(tx, link, thread, { author: visitor, text, now })
  }

  private async createThread(tx: Tx, link: LinkWithComments, thread: Parameters<typeof createThread>[2]) {
    const [photo] = await tx.sql(PHOTO_IN_GALLERY, [link.albumId, thread.photoId, link.ownerId])
    if (!photo) throw errors.PHOTO_NOT_FOUND()
    return createThread(tx, link, thread)
  }

  /** Returns the thread to answer. Throws COMMENT_NOT_FOUND if the visitor cannot see it. */
  private async findVisibleThread(
    tx: Tx,
    link: LinkWithComments,
    visitor: NamedVisitor,
    { photoId, threadId }: { photoId: string; threadId: string },
  ) {
    const thread = await lockThread(tx, link, threadId)
    const isVisible = thread.visitorId === visitor.id || link.comments.shared
    if (!isVisible || thread.photoId !== photoId) throw errors.COMMENT_NOT_FOUND()
    return thread
  }
}
