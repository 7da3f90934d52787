import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { readPages } from '../../domain/cache/read-pages.ts'
import { cachedQuery, type CachedQuery } from '../../domain/cache/use-cached.ts'
import { changeShare } from '../../domain/shares/share.actions.ts'
import { urlOf, call } from '../../lib/api.ts'

/**
 * Selects picks. `list_id`: the list of one visitor; undefined selects all lists. `only`: the photos with this choice.
 */
export type PickFilter = { list_id: string | undefined; only: 'all' | 'picked' | 'rejected' | 'notes' }

/** The pick lists of one link. */
export const sharePicksQuery = (id: string) => cachedQuery('shares', routes.getSharePicks, { params: { id } })

const PAGE_SIZE = 100

/** Reads the first `pages` pages of picked photos. */
export function pickedImagesQuery(id: string, filter: PickFilter, pages: number): CachedQuery<http.PickedImages> {
  const params = { id }
  const read = async (signal: AbortSignal) => {
    const responses = await readPages(pages, PAGE_SIZE, page =>
      call(routes.listPickedImages, { params, query: { ...filter, ...page }, signal }),
    )
    return { images: responses.flatMap(({ images }) => images), total: responses[0].total }
  }
  return { type: 'shares', key: [urlOf(routes.listPickedImages, { params, query: filter }), pages], read }
}

export const exportUrl = (id: string, format: http.PickExport, filter: PickFilter) =>
  urlOf(routes.exportPicks, { params: { id }, query: { format, ...filter } })

export const reopenList = (id: string, { id: list }: http.VisitorPickList) =>
  changeShare(
    'The list could not be reopened. Please try again.',
    () => call(routes.reopenPicks, { params: { id, list } }),
    'share',
  )

export const removeList = (id: string, { id: list }: http.VisitorPickList) =>
  changeShare(
    'The list could not be removed. Please try again.',
    () => call(routes.removePicks, { params: { id, list } }),
    'share',
  )

/** Reads the exported file names as one line of text. Returns null on failure. */
export async function readNames(address: string): Promise<string | null> {
  const response = await fetch(address, { credentials: 'include' }).catch(() => null)
  return response?.ok ? response.text() : null
}
