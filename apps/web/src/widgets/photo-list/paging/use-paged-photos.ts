import { type http, MAX_PAGE_BUTTONS, PHOTOS_PAGE_SIZE } from '@daymark/contracts'
import { useCallback, useEffect, useMemo } from 'react'
import { type CachedQuery, useCached } from '../../../domain/cache/use-cached.ts'
import { useSearchParams } from '../../../lib/router.ts'

/** The page of photos in the address, with its loading state. */
export function usePagedPhotos(
  readPage: (page: number) => CachedQuery<http.ImageList>,
  /** The first page shows the previous data until it is loaded. */
  keepPrevious?: boolean,
) {
  const { page, goTo, fallBackTo } = usePageNumber()
  const { data, isError, isPlaceholderData, refetch } = useCached(readPage(page), {
    keepPrevious: page === 1 && keepPrevious,
  })
  const photos = useMemo(() => data?.images ?? [], [data])
  const total = data?.total ?? 0
  const pages = pageCount(total)

  // The page no longer exists, because its last photos were deleted.
  const isBeyond = data !== undefined && photos.length === 0 && page > 1
  useEffect(() => {
    if (isBeyond) fallBackTo(Math.min(page - 1, pages))
  }, [isBeyond, fallBackTo, page, pages])

  return {
    photos,
    page,
    pages,
    goTo,
    state: stateOf(data === undefined || isBeyond, isError, photos.length),
    summary: photos.length && !isPlaceholderData ? showing(page, photos.length, total) : null,
    retry: () => void refetch(),
  }
}

function stateOf(isMissing: boolean, isError: boolean, count: number): 'loading' | 'failed' | 'empty' | 'shown' {
  if (isMissing) return isError ? 'failed' : 'loading'
  return count ? 'shown' : 'empty'
}

/** The page number is part of the address (rule 53), so that it can be linked, reloaded and restored by Back. */
function usePageNumber() {
  const [params, setParams] = useSearchParams()
  /** By a page button: a new address, so that the page scrolls to the top. */
  const goTo = useCallback(
    (page: number) =>
      setParams(now => {
        const next = new URLSearchParams(now)
        if (page === 1) next.delete('page')
        else next.set('page', String(page))
        return next
      }),
    [setParams],
  )
  /** After the page ceased to exist (its last photos were deleted): keeps the scroll position. */
  const fallBackTo = useCallback(
    (page: number) =>
      setParams(
        now => {
          const next = new URLSearchParams(now)
          next.set('page', String(page))
          return next
        },
        { replace: true, state: { keepScroll: true } },
      ),
    [setParams],
  )
  return { page: readPage(params.get('page')), goTo, fallBackTo }
}

export const pageCount = (total: number) => Math.max(1, Math.ceil(total / PHOTOS_PAGE_SIZE))

/** Up to 5 page numbers (L-PHOTO-09), the current one in the middle if possible. */
export function pageButtons(current: number, pages: number): number[] {
  const count = Math.min(MAX_PAGE_BUTTONS, pages)
  const first = Math.min(Math.max(1, current - Math.floor(count / 2)), pages - count + 1)
  return Array.from({ length: count }, (_, i) => first + i)
}

/** The page number of the address; an invalid one is the first page. */
export function readPage(text: string | null) {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page > 0 ? page : 1
}

/** L-PHOTO-01 */
export function showing(page: number, shown: number, total: number) {
  const first = (page - 1) * PHOTOS_PAGE_SIZE + 1
  return `Showing ${first}-${first + shown - 1} of ${total} photos`
}
