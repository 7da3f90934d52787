import { COMMENTS, type http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { CachedRead } from '../../domain/cache/use-cached.ts'
import { addressOf, call } from '../../lib/api.ts'

export type State = 'open' | 'resolved' | 'all'

/** The threads of a link, for the given number of pages. */
export function shareComments(id: string, state: State, pages: number): CachedRead<http.ShareComments> {
  const params = { id }
  const read = async (signal: AbortSignal) => {
    const asked = (page: number) => ({ state, limit: String(COMMENTS.page), offset: String(page * COMMENTS.page) })
    const first = await call(routes.getShareComments, { params, query: asked(0), signal })
    const more = await Promise.all(
      Array.from({ length: pages - 1 }, (_, page) =>
        call(routes.getShareComments, { params, query: asked(page + 1), signal }),
      ),
    )
    return { ...first, threads: [first, ...more].flatMap(({ threads }) => threads) }
  }
  return { type: 'shares', key: [addressOf(routes.getShareComments, { params, query: { state } }), pages], read }
}
