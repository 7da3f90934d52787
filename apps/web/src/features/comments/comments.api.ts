import { COMMENT_LIMITS, type http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import { readPages } from '../../domain/cache/read-pages.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { changeShare } from '../../domain/shares/share.actions.ts'
import { urlOf, call } from '../../lib/api.ts'
import { failureOf } from '../../lib/outcome.ts'

export type ThreadState = 'open' | 'resolved' | 'all'

/** Reads the first `pages` pages of comment threads of a link. */
export function shareCommentsQuery(
  shareId: string,
  state: ThreadState,
  pages: number,
): CachedQuery<http.ShareComments> {
  const params = { id: shareId }
  const read = async (signal: AbortSignal) => {
    const responses = await readPages(pages, COMMENT_LIMITS.page, page =>
      call(routes.getShareComments, { params, query: { state, ...page }, signal }),
    )
    return { ...responses[0], threads: responses.flatMap(({ threads }) => threads) }
  }
  return { type: 'shares', key: [urlOf(routes.getShareComments, { params, query: { state } }), pages], read }
}

/** Replies to a thread. Returns null on success, or the message of the failure. */
export const replyToThread = (shareId: string, threadId: string, text: string) =>
  failureOf(
    call(routes.answerComment, { params: { id: shareId, thread: threadId }, body: { text } }).then(() =>
      invalidate('share'),
    ),
    { logMessage: 'Sending the reply failed', fallback: 'The reply could not be sent. Please try again.' },
  )

export const resolveThread = (shareId: string, threadId: string, isResolved: boolean) =>
  changeShare(
    'The comment could not be changed. Please try again.',
    () => call(routes.resolveThread, { params: { id: shareId, thread: threadId }, body: { resolved: isResolved } }),
    'share',
  )

export const removeComment = (shareId: string, commentId: string) =>
  changeShare(
    'The comment could not be removed. Please try again.',
    () => call(routes.removeComment, { params: { id: shareId, comment: commentId } }),
    'share',
  )
