import { commentCreated, commentResolved, COMMENT_LIMITS, commentsChanged, errors, HOUR_MS } from '@daymark/contracts'
import { isId, type Tx } from '@daymark/platform'
import { joinGalleryPhotosSql, THREAD_COLUMNS, type ThreadRow } from './threads.ts'

type ThreadLink = { id: string; albumId: string; ownerId: string }
/** The author of a comment. `id` is the visitor's id, or null for the owner of the link. */
type Author = { id: string | null; name: string | null }
export const OWNER_AUTHOR: Author = { id: null, name: null }
const authorKind = ({ id }: Author) => (id === null ? ('owner' as const) : ('visitor' as const))

const LOCK_THREAD = `
  SELECT ${THREAD_COLUMNS} FROM comment_threads t ${joinGalleryPhotosSql('$2', '$3')} WHERE t.link_id = $1 AND t.id = $4 FOR UPDATE OF t`
const INSERT_THREAD = `
  INSERT INTO comment_threads (link_id, photo_id, visitor_id, x, y, created_at) VALUES ($1, $2, $3, $4, $5, $6)
  RETURNING id`
const INSERT_COMMENT = `
  INSERT INTO comments (thread_id, link_id, photo_id, visitor_id, text, created_at) VALUES ($1, $2, $3, $4, $5, $6)
  RETURNING id`

/**
 * Finds a thread and locks it until the transaction ends. Throws COMMENT_NOT_FOUND if it does not exist or the gallery no longer shows its
 * photo.
 */
export async function lockThread(tx: Tx, { id, albumId, ownerId }: ThreadLink, threadId: string): Promise<ThreadRow> {
  const [thread] = await tx.sql<ThreadRow>(LOCK_THREAD, [id, albumId, ownerId, isId(threadId) ? threadId : null])
  if (!thread) throw errors.COMMENT_NOT_FOUND()
  return thread
}

type Point = { x: number; y: number } | undefined
type NewThread = { photoId: string; visitorId: string; point: Point; now: Date }
/** Rounds a coordinate to four decimals, which is more precise than a pixel on any screen. */
const roundFraction = (fraction: number | undefined) =>
  fraction === undefined ? null : Math.round(fraction * 1e4) / 1e4

export async function createThread(
  tx: Tx,
  link: ThreadLink,
  { photoId, visitorId, point, now }: NewThread,
): Promise<ThreadRow> {
  const [x, y] = [roundFraction(point?.x), roundFraction(point?.y)]
  const [row] = await tx.sql<{ id: string }>(INSERT_THREAD, [link.id, photoId, visitorId, x, y, now])
  return { id: row?.id ?? '', photoId, visitorId, x, y, resolvedAt: null, createdAt: now }
}

/** Adds and publishes a comment, and returns its id. A comment of a visitor reopens a resolved thread. */
export async function addComment(
  tx: Tx,
  link: ThreadLink,
  thread: ThreadRow,
  comment: { author: Author; text: string; now: Date },
) {
  const { author, text, now } = comment
  const { id: threadId, photoId, x, y } = thread
  const [row] = await tx.sql<{ id: string }>(INSERT_COMMENT, [threadId, link.id, photoId, author.id, text, now])
  if (author.id !== null && thread.resolvedAt)
    tx.send('UPDATE comment_threads SET resolved_at = NULL WHERE id = $1', [threadId])
  tx.emit(commentCreated, link.id, {
    ...eventIds(link, thread),
    commentId: row?.id ?? '',
    by: authorKind(author),
    name: author.name,
    text,
    point: x === null || y === null ? null : { x, y },
    createdAt: now.toISOString(),
  })
  emitCommentsChanged(tx, link)
  return row?.id ?? ''
}

/** Resolves or reopens a thread. Does nothing if the thread already is in this state. */
export function setResolved(
  tx: Tx,
  link: ThreadLink,
  thread: ThreadRow,
  change: { resolved: boolean; author: Author; now: Date },
): void {
  const { resolved, author, now } = change
  if ((thread.resolvedAt !== null) === resolved) return
  tx.send('UPDATE comment_threads SET resolved_at = $2 WHERE id = $1', [thread.id, resolved ? now : null])
  const payload = { ...eventIds(link, thread), by: authorKind(author), resolvedAt: now.toISOString() }
  if (resolved) tx.emit(commentResolved, link.id, payload)
  emitCommentsChanged(tx, link)
}

const emitCommentsChanged = (tx: Tx, { id, ownerId, albumId }: ThreadLink): void =>
  tx.emit(commentsChanged, id, { linkId: id, ownerId, albumId })

const eventIds = ({ id, ownerId, albumId }: ThreadLink, { id: threadId, photoId }: ThreadRow) => ({
  linkId: id,
  ownerId,
  albumId,
  photoId,
  threadId,
})

type CommentAuthor = { id: string; visitorId: string | null }

const FIND_THREAD = 'SELECT thread_id AS "threadId" FROM comments WHERE link_id = $1 AND id = $2'
const LIST_AUTHORS = 'SELECT id, visitor_id AS "visitorId" FROM comments WHERE thread_id = $1 ORDER BY created_at, id'

/**
 * Removes a comment, and the whole thread if it is the first comment. Returns the id of the photo. Throws COMMENT_NOT_FOUND.
 * `assertRemovable` receives all comments of the thread and the index of the comment to remove, and throws if the removal is not allowed.
 */
export async function removeComment(
  tx: Tx,
  link: ThreadLink,
  commentId: string,
  assertRemovable?: (comments: readonly CommentAuthor[], index: number) => void,
): Promise<string> {
  const [row] = await tx.sql<{ threadId: string }>(FIND_THREAD, [link.id, isId(commentId) ? commentId : null])
  if (!row) throw errors.COMMENT_NOT_FOUND()
  const thread = await lockThread(tx, link, row.threadId)
  const comments = await tx.sql<CommentAuthor>(LIST_AUTHORS, [thread.id])
  const index = comments.findIndex(({ id }) => id === commentId)
  if (index < 0) throw errors.COMMENT_NOT_FOUND()
  assertRemovable?.(comments, index)
  if (index === 0) {
    tx.send('DELETE FROM comments WHERE thread_id = $1', [thread.id])
    tx.send('DELETE FROM comment_threads WHERE id = $1', [thread.id])
  } else tx.send('DELETE FROM comments WHERE id = $1', [commentId])
  emitCommentsChanged(tx, link)
  return thread.photoId
}

const COUNT_COMMENTS = `
  SELECT count(*)::int AS link, (count(*) FILTER (WHERE photo_id = $2))::int AS photo,
         (count(*) FILTER (WHERE thread_id = $3))::int AS thread,
         (count(*) FILTER (WHERE created_at > $4 AND visitor_id IS NOT NULL))::int AS "linkLastHour",
         (count(*) FILTER (WHERE created_at > $4 AND visitor_id = $5))::int AS "visitorLastHour"
  FROM comments WHERE link_id = $1`
type CommentCounts = Record<'link' | 'photo' | 'thread' | 'linkLastHour' | 'visitorLastHour', number>
type NewComment = { linkId: string; photoId: string; threadId: string | null; visitorId: string | null; now: Date }

/**
 * Throws COMMENTS_FULL if the link, photo or thread may have no more comments, and for visitors TOO_MANY_REQUESTS if an hourly limit is
 * reached. The caller must have locked the link.
 */
export async function assertWithinLimits(
  tx: Tx,
  { linkId, photoId, threadId, visitorId, now }: NewComment,
): Promise<void> {
  const oneHourAgo = new Date(now.getTime() - HOUR_MS)
  const [counts] = await tx.sql<CommentCounts>(COUNT_COMMENTS, [linkId, photoId, threadId, oneHourAgo, visitorId])
  if (!counts) return
  const { perLink, perPhoto, perThread, linkPerHour, visitorPerHour } = COMMENT_LIMITS
  if (counts.link >= perLink || counts.photo >= perPhoto || counts.thread >= perThread) throw errors.COMMENTS_FULL()
  const isHourlyLimitReached = counts.linkLastHour >= linkPerHour || counts.visitorLastHour >= visitorPerHour
  if (visitorId !== null && isHourlyLimitReached) throw errors.TOO_MANY_REQUESTS({ retryAfter: HOUR_MS / 1000 })
}
