import { type http, MAX_PAGE_BUTTONS, PHOTOS_PAGE_SIZE } from '@daymark/contracts'
import { useCallback, useEffect, useMemo } from 'react'
import { type CachedQuery, useCached } from '../../../domain/cache/use-cached.ts'
import { useSearchParams } from '../../../lib/router.tsx'

/** Reads the page of photos whose number is in the URL. */
export function usePagedPhotos(
  pageQuery: (page: number) => CachedQuery<http.ImageList>,
  /** Whether the previous photos stay on screen until the first page is loaded. */
  keepPrevious?: boolean,
) {
  const { page, goTo, fallBackTo } = usePageNumber()
  const { data, isError, isPlaceholderData, refetch } = useCached(pageQuery(page), {
    keepPrevious: page === 1 && keepPrevious,
  })
  const photos = useMemo(() => data?.images ?? [], [data])
  const total = data?.total ?? 0
  const pages = countPages(total)

  // True if the page no longer exists because its last photos were deleted.
  const isPageMissing = data !== undefined && photos.length === 0 && page > 1
  useEffect(() => {
    if (isPageMissing) fallBackTo(Math.min(page - 1, pages))
  }, [isPageMissing, fallBackTo, page, pages])

  return {
    photos,
    page,
    pages,
    goTo,
    state: listStateOf(data === undefined || isPageMissing, isError, photos.length),
    summary: photos.length && !isPlaceholderData ? formatShownRange(page, photos.length, total) : null,
    retry: () => void refetch(),
  }
}

function listStateOf(isMissing: boolean, isError: boolean, count: number): 'loading' | 'failed' | 'empty' | 'shown' {
  if (isMissing) return isError ? 'failed' : 'loading'
  return count ? 'shown' : 'empty'
}

/** rule 53: stores the page number in the URL, so that links, a reload and Back restore it. */
function usePageNumber() {
  const [params, setParams] = useSearchParams()
  /** Opens a page with a new history entry, so that the screen scrolls to the top. */
  const goTo = useCallback(
    (page: number) =>
      setParams(current => {
        const next = new URLSearchParams(current)
        if (page === 1) next.delete('page')
        else next.set('page', String(page))
        return next
      }),
    [setParams],
  )
  /**
   * Goes to an existing page in place of one that no longer exists. The history entry is replaced, and the scroll
   * position stays.
   */
  const fallBackTo = useCallback(
    (page: number) =>
      setParams(
        current => {
          const next = new URLSearchParams(current)
          next.set('page', String(page))
          return next
        },
        { replace: true, state: { keepScroll: true } },
      ),
    [setParams],
  )
  return { page: parsePageNumber(params.get('page')), goTo, fallBackTo }
}

export const countPages = (total: number) => Math.max(1, Math.ceil(total / PHOTOS_PAGE_SIZE))

/** L-PHOTO-09: returns up to 5 page numbers, with the current one in the middle if possible. */
export function choosePageNumbers(current: number, pages: number): number[] {
  const count = Math.min(MAX_PAGE_BUTTONS, pages)
  const first = Math.min(Math.max(1, current - Math.floor(count / 2)), pages - count + 1)
  return Array.from({ length: count }, (_, i) => first + i)
}

/** Parses the page number of the URL. An invalid number means the first page. */
export function parsePageNumber(text: string | null) {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page > 0 ? page : 1
}

/** L-PHOTO-01: formats the range of a page, such as 'Showing 51-100 of 240 photos'. */
export function formatShownRange(page: number, shownCount: number, total: number) {
  const first = (page - 1) * PHOTOS_PAGE_SIZE + 1
  return `Showing ${first}-${first + shownCount - 1} of ${total} photos`
}
