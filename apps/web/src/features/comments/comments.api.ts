import { COMMENT_LIMITS, type http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { changeShare } from '../../domain/shares/share.actions.ts'
import { urlOf, call, messageOf } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'

export type ThreadState = 'open' | 'resolved' | 'all'

/** Reads the first `pages` pages of comment threads of a link. */
export function shareCommentsQuery(id: string, state: ThreadState, pages: number): CachedQuery<http.ShareComments> {
  const params = { id }
  const read = async (signal: AbortSignal) => {
    const queryOf = (page: number) => ({
      state,
      limit: String(COMMENT_LIMITS.page),
      offset: String(page * COMMENT_LIMITS.page),
    })
    const first = await call(routes.getShareComments, { params, query: queryOf(0), signal })
    const otherPages = await Promise.all(
      Array.from({ length: pages - 1 }, (_, page) =>
        call(routes.getShareComments, { params, query: queryOf(page + 1), signal }),
      ),
    )
    return { ...first, threads: [first, ...otherPages].flatMap(({ threads }) => threads) }
  }
  return { type: 'shares', key: [urlOf(routes.getShareComments, { params, query: { state } }), pages], read }
}

/** Replies to a thread. Returns null on success, or the message of the failure. */
export async function replyToThread(id: string, thread: string, text: string): Promise<string | null> {
  try {
    await call(routes.answerComment, { params: { id, thread }, body: { text } })
    await invalidate('share')
    return null
  } catch (reason) {
    logFailure('The reply could not be sent', reason)
    return messageOf(reason, 'The reply could not be sent. Please try again.')
  }
}

export const resolveThread = (id: string, thread: string, resolved: boolean) =>
  changeShare(
    'The comment could not be changed. Please try again.',
    () => call(routes.resolveThread, { params: { id, thread }, body: { resolved } }),
    'share',
  )

export const removeComment = (id: string, comment: string) =>
  changeShare(
    'The comment could not be removed. Please try again.',
    () => call(routes.removeComment, { params: { id, comment } }),
    'share',
  )
