import { errors } from '@daymark/contracts'
import { isId, type Tx } from '@daymark/platform'
import { lockThread, tellChanged } from './changed-threads.ts'

type Of = { id: string; albumId: string; ownerId: string }
type Said = { id: string; visitorId: string | null }

const FIND = 'SELECT thread_id AS "threadId" FROM comments WHERE link_id = $1 AND id = $2'
const SAID = 'SELECT id, visitor_id AS "visitorId" FROM comments WHERE thread_id = $1 ORDER BY created_at, id'

/**
 * Takes a comment away; the first of a thread takes all of it. `assertMay` sees all that was said there, and which of it is meant.
 * Answers which photo it was about. COMMENT_NOT_FOUND.
 */
export async function removeSaid(
  tx: Tx,
  link: Of,
  commentId: string,
  assertMay?: (said: readonly Said[], at: number) => void,
): Promise<string> {
  const [found] = await tx.sql<{ threadId: string }>(FIND, [link.id, isId(commentId) ? commentId : null])
  if (!found) throw errors.COMMENT_NOT_FOUND()
  const thread = await lockThread(tx, link, found.threadId)
  const said = await tx.sql<Said>(SAID, [thread.id])
  const at = said.findIndex(({ id }) => id === commentId)
  if (at < 0) throw errors.COMMENT_NOT_FOUND()
  assertMay?.(said, at)
  if (at === 0) {
    void tx.sql('DELETE FROM comments WHERE thread_id = $1', [thread.id])
    void tx.sql('DELETE FROM comment_threads WHERE id = $1', [thread.id])
  } else void tx.sql('DELETE FROM comments WHERE id = $1', [commentId])
  tellChanged(tx, link)
  return thread.photoId
}
