import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { readPages } from '../../domain/cache/read-pages.ts'
import { cachedQuery, type CachedQuery } from '../../domain/cache/use-cached.ts'
import { changeShare } from '../../domain/shares/share.actions.ts'
import { urlOf, call } from '../../lib/api.ts'

/**
 * Selects photos of a link by their picks. `list_id`: only picks of this pick list; undefined: of all pick lists.
 * `only`: only photos with this choice, or with notes.
 */
export type PickFilter = { list_id: string | undefined; only: 'all' | 'picked' | 'rejected' | 'notes' }

/** Reads the pick lists of a link. */
export const sharePicksQuery = (shareId: string) =>
  cachedQuery('shares', routes.getSharePicks, { params: { id: shareId } })

const PAGE_SIZE = 100

/** Reads the first pages of the picked photos. */
export function pickedImagesQuery(
  shareId: string,
  filter: PickFilter,
  pageCount: number,
): CachedQuery<http.PickedImages> {
  const params = { id: shareId }
  const read = async (signal: AbortSignal) => {
    const responses = await readPages(pageCount, PAGE_SIZE, page =>
      call(routes.listPickedImages, { params, query: { ...filter, ...page }, signal }),
    )
    return { images: responses.flatMap(({ images }) => images), total: responses[0].total }
  }
  return { type: 'shares', key: [urlOf(routes.listPickedImages, { params, query: filter }), pageCount], read }
}

export const exportUrl = (shareId: string, format: http.PickExport, filter: PickFilter) =>
  urlOf(routes.exportPicks, { params: { id: shareId }, query: { format, ...filter } })

export const reopenList = (shareId: string, { id: list }: http.VisitorPickList) =>
  changeShare(
    'The list could not be reopened. Please try again.',
    () => call(routes.reopenPicks, { params: { id: shareId, list } }),
    'share',
  )

export const removeList = (shareId: string, { id: list }: http.VisitorPickList) =>
  changeShare(
    'The list could not be removed. Please try again.',
    () => call(routes.removePicks, { params: { id: shareId, list } }),
    'share',
  )

/** Reads the file names of picked photos from an export URL, as one line of text. Returns null on failure. */
export async function fetchFileNames(url: string): Promise<string | null> {
  const response = await fetch(url, { credentials: 'include' }).catch(() => null)
  return response?.ok ? response.text() : null
}
