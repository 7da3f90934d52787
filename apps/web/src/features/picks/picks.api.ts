import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { addressOf, call } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'
import { showError } from '../../ui/feedback/toast.ts'

/** One visitor or all, and which choices. */
export type Which = { list_id: string | undefined; only: 'all' | 'picked' | 'rejected' | 'notes' }

/** The pick lists of one link. */
export function sharePicks(id: string): CachedQuery<http.SharePicks> {
  const params = { id }
  return {
    type: 'shares',
    key: [addressOf(routes.getSharePicks, { params })],
    read: signal => call(routes.getSharePicks, { params, signal }),
  }
}

const AT_ONCE = 100

/** The picked photos, for the given number of pages. */
export function pickedImages(id: string, which: Which, pages: number): CachedQuery<http.PickedImages> {
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

async function change(failure: string, request: () => Promise<unknown>) {
  try {
    await request()
  } catch (reason) {
    logFailure(failure, reason)
    showError(failure)
  }
  await invalidate('share')
}

export const reopenList = (id: string, { id: list }: http.VisitorList) =>
  change('The list could not be reopened. Please try again.', () => call(routes.reopenPicks, { params: { id, list } }))

export const removeList = (id: string, { id: list }: http.VisitorList) =>
  change('The list could not be removed. Please try again.', () => call(routes.removePicks, { params: { id, list } }))

/** One line of file names for the filters of Lightroom and Capture One. */
export async function readNames(address: string): Promise<string | null> {
  const answer = await fetch(address, { credentials: 'include' }).catch(() => null)
  return answer?.ok ? answer.text() : null
}
