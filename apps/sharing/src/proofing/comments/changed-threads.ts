import { commentCreated, commentResolved, commentsChanged, errors } from '@daymark/contracts'
import { isId, type Tx } from '@daymark/platform'
import { inGallery, THREAD, type ThreadRow } from './threads.ts'

type Of = { id: string; albumId: string; ownerId: string }
type Author = { id: string | null; name: string | null }
export const OWNER: Author = { id: null, name: null }
const byOf = ({ id }: Author) => (id === null ? ('owner' as const) : ('visitor' as const))

const LOCK = `
  SELECT ${THREAD} FROM comment_threads t ${inGallery('$2', '$3')} WHERE t.link_id = $1 AND t.id = $4 FOR UPDATE OF t`
const BEGIN = `
  INSERT INTO comment_threads (link_id, photo_id, visitor_id, x, y, created_at) VALUES ($1, $2, $3, $4, $5, $6)
  RETURNING id`
const SAY = `
  INSERT INTO comments (thread_id, link_id, photo_id, visitor_id, text, created_at) VALUES ($1, $2, $3, $4, $5, $6)
  RETURNING id`

/** Held until the transaction ends. COMMENT_NOT_FOUND, also of a photo that the gallery does not show. */
export async function lockThread(tx: Tx, { id, albumId, ownerId }: Of, threadId: string): Promise<ThreadRow> {
  const [thread] = await tx.sql<ThreadRow>(LOCK, [id, albumId, ownerId, isId(threadId) ? threadId : null])
  if (!thread) throw errors.COMMENT_NOT_FOUND()
  return thread
}

type Point = { x: number; y: number } | undefined
type New = { photoId: string; visitorId: string; point: Point; now: Date }
/** Four digits are a tenth of a pixel of any screen. */
const rounded = (fraction: number | undefined) => (fraction === undefined ? null : Math.round(fraction * 1e4) / 1e4)

export async function beginThread(tx: Tx, link: Of, { photoId, visitorId, point, now }: New): Promise<ThreadRow> {
  const [x, y] = [rounded(point?.x), rounded(point?.y)]
  const [row] = await tx.sql<{ id: string }>(BEGIN, [link.id, photoId, visitorId, x, y, now])
  return { id: row?.id ?? '', photoId, visitorId, x, y, resolvedAt: null, createdAt: now }
}

/** Writes in a thread, and tells it; answers its id. What a visitor writes opens it again. */
export async function say(tx: Tx, link: Of, thread: ThreadRow, said: { author: Author; text: string; now: Date }) {
  const { author, text, now } = said
  const { id: threadId, photoId, x, y } = thread
  const [row] = await tx.sql<{ id: string }>(SAY, [threadId, link.id, photoId, author.id, text, now])
  if (author.id !== null && thread.resolvedAt)
    void tx.sql('UPDATE comment_threads SET resolved_at = NULL WHERE id = $1', [threadId])
  tx.emit(commentCreated, link.id, {
    ...ofThread(link, thread),
    ...{ commentId: row?.id ?? '', by: byOf(author), name: author.name, text },
    point: x === null || y === null ? null : { x, y },
    createdAt: now.toISOString(),
  })
  tellChanged(tx, link)
  return row?.id ?? ''
}

/** Nothing new where it is so already. */
export function resolve(
  tx: Tx,
  link: Of,
  thread: ThreadRow,
  to: { resolved: boolean; author: Author; now: Date },
): void {
  const { resolved, author, now } = to
  if ((thread.resolvedAt !== null) === resolved) return
  void tx.sql('UPDATE comment_threads SET resolved_at = $2 WHERE id = $1', [thread.id, resolved ? now : null])
  const told = { ...ofThread(link, thread), by: byOf(author), resolvedAt: now.toISOString() }
  if (resolved) tx.emit(commentResolved, link.id, told)
  tellChanged(tx, link)
}

export const tellChanged = (tx: Tx, { id, ownerId, albumId }: Of): void =>
  tx.emit(commentsChanged, id, { linkId: id, ownerId, albumId })

const ofThread = ({ id, ownerId, albumId }: Of, { id: threadId, photoId }: ThreadRow) => ({
  ...{ linkId: id, ownerId, albumId, photoId, threadId },
})
