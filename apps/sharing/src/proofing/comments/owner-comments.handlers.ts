import { type Actor, type Input, type OwnedThread, sharing } from '@daymark/contracts'
import { Clock, Database, Handles, isId, RpcHandlers } from '@daymark/platform'
import { findOwnLink, linkAuditTarget } from '../../links/own-links.ts'
import { lockVisitorsOfLink } from '../visitors/named-visitors.ts'
import {
  addComment,
  assertWithinLimits,
  lockThread,
  OWNER_AUTHOR,
  removeComment,
  setResolved,
} from './thread-changes.ts'
import {
  findComments,
  joinGalleryPhotosSql,
  THREAD_COLUMNS,
  type ThreadRow,
  toCommentView,
  toThreadView,
} from './threads.ts'

type ListRequest = Input<typeof sharing.listComments>
type Photo = OwnedThread['photo']
type OwnerThreadRow = ThreadRow & { email: string | null }

const COUNT_THREADS = `
  SELECT (count(*) FILTER (WHERE t.resolved_at IS NULL))::int AS open,
         (count(*) FILTER (WHERE t.resolved_at IS NOT NULL))::int AS resolved
  FROM comment_threads t ${joinGalleryPhotosSql('$2', '$3')} WHERE t.link_id = $1 AND ($4::uuid IS NULL OR t.photo_id = $4)`

const FIND_PHOTOS = `
  SELECT id, filename, original_filename AS "originalFilename", title, width, height, placeholder
  FROM photos WHERE id = ANY ($1::uuid[])`
/** An id that matches no photo, for a filter that is not a valid id. */
const NO_PHOTO_ID = '00000000-0000-0000-0000-000000000000'

/** Deletes visitors who no longer have picks or comments, so that other visitors can use their names. */
const DELETE_IDLE_VISITORS = `
  DELETE FROM pick_lists v WHERE v.link_id = $1 AND NOT v.picking
    AND NOT EXISTS (SELECT FROM comments c WHERE c.link_id = $1 AND c.visitor_id = v.id)
    AND NOT EXISTS (SELECT FROM comment_threads t WHERE t.link_id = $1 AND t.visitor_id = v.id)`

@RpcHandlers()
export class OwnerCommentHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(sharing.answerComment)
  async answerComment({ linkId, threadId, text }: Input<typeof sharing.answerComment>, actor: Actor) {
    return this.db.commit(async tx => {
      const link = await findOwnLink(tx, linkId, actor)
      await lockVisitorsOfLink(tx, link.id)
      const thread = await lockThread(tx, link, threadId)
      const now = this.clock.now()
      await assertWithinLimits(tx, {
        linkId: link.id,
        photoId: thread.photoId,
        threadId: thread.id,
        visitorId: null,
        now,
      })
      await addComment(tx, link, thread, { author: OWNER_AUTHOR, text, now })
      return { success: true as const }
    })
  }

  @Handles(sharing.listComments)
  async listComments({ linkId, state, photoId, limit, offset }: ListRequest, actor: Actor) {
    const { id, albumId, albumTitle, ownerId, comments: settings } = await findOwnLink(this.db, linkId, actor)
    const photoFilter = photoId === undefined ? null : isId(photoId) ? photoId : NO_PHOTO_ID
    const scope = [id, albumId, ownerId, photoFilter]
    const [counts] = await this.db.sql<{ open: number; resolved: number }>(COUNT_THREADS, scope)
    const { open, resolved } = counts ?? { open: 0, resolved: 0 }
    const rows = await this.db.sql<OwnerThreadRow>(threadPageSql(state), [...scope, limit, offset])
    const [photos, comments] = await Promise.all([this.findPhotos(rows), findComments(this.db, rows)])
    const threads = rows.flatMap(row => {
      const photo = photos.get(row.photoId)
      const threadComments = (comments.get(row.id) ?? []).map(toCommentView)
      return photo ? { ...toThreadView(row), email: row.email, photo, comments: threadComments } : []
    })
    const total = { open, resolved, all: open + resolved }[state]
    return { albumId, albumTitle, settings, open, resolved, threads, total }
  }

  private async findPhotos(rows: ThreadRow[]): Promise<Map<string, Photo>> {
    if (rows.length === 0) return new Map()
    const photos = await this.db.sql<Photo>(FIND_PHOTOS, [[...new Set(rows.map(({ photoId }) => photoId))]])
    return new Map(photos.map(photo => [photo.id, photo]))
  }

  @Handles(sharing.removeComment)
  async removeComment({ linkId, commentId }: Input<typeof sharing.removeComment>, actor: Actor) {
    return this.db.commit(async tx => {
      const link = await findOwnLink(tx, linkId, actor)
      await lockVisitorsOfLink(tx, link.id)
      await removeComment(tx, link, commentId)
      tx.send(DELETE_IDLE_VISITORS, [link.id])
      tx.audit(actor, 'comment.removed', linkAuditTarget(link, link.albumTitle))
      return { success: true as const }
    })
  }

  @Handles(sharing.resolveThread)
  async resolveThread({ linkId, threadId, resolved }: Input<typeof sharing.resolveThread>, actor: Actor) {
    return this.db.commit(async tx => {
      const link = await findOwnLink(tx, linkId, actor)
      const thread = await lockThread(tx, link, threadId)
      setResolved(tx, link, thread, { resolved, author: OWNER_AUTHOR, now: this.clock.now() })
      return { success: true as const }
    })
  }
}

const STATE_CONDITIONS = { all: 'true', open: 't.resolved_at IS NULL', resolved: 't.resolved_at IS NOT NULL' }
const threadPageSql = (state: ListRequest['state']) => `
  SELECT ${THREAD_COLUMNS}, v.email FROM comment_threads t ${joinGalleryPhotosSql('$2', '$3')} LEFT JOIN pick_lists v ON v.id = t.visitor_id
  WHERE t.link_id = $1 AND ($4::uuid IS NULL OR t.photo_id = $4) AND ${STATE_CONDITIONS[state]}
  ORDER BY m.position, t.photo_id, t.created_at, t.id LIMIT $5 OFFSET $6`
