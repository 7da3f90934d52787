import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { CachedRead } from '../../domain/cache/use-cached.ts'
import { addressOf, call } from '../../lib/api.ts'

/** One visitor or all, and which choices. */
export type Which = { list_id: string | undefined; only: 'all' | 'picked' | 'rejected' | 'notes' }

/** The pick lists of one link. */
export function sharePicks(id: string): CachedRead<http.SharePicks> {
  const params = { id }
  return {
    type: 'shares',
    key: [addressOf(routes.getSharePicks, { params })],
    read: signal => call(routes.getSharePicks, { params, signal }),
  }
}

const AT_ONCE = 100

/** The picked photos, for the given number of pages. */
export function pickedImages(id: string, which: Which, pages: number): CachedRead<http.PickedImages> {
  const params = { id }
  const read = async (signal: AbortSignal) => {
    const asked = (page: number) => ({ ...which, limit: String(AT_ONCE), offset: String(page * AT_ONCE) })
    const found = await Promise.all(
      Array.from({ length: pages }, (_, page) => call(routes.listPickedImages, { params, query: asked(page), signal })),
    )
    return { images: found.flatMap(({ images }) => images), total: found[0]?.total ?? 0 }
  }
  return { type: 'shares', key: [addressOf(routes.listPickedImages, { params, query: which }), pages], read }
}

export const exportUrl = (id: string, format: http.PickExport, which: Which) =>
  addressOf(routes.exportPicks, { params: { id }, query: { format, ...which } })
