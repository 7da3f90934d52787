import type { http } from '@daymark/contracts'
import { useEffect, useMemo } from 'react'
import { useCached, type CachedRead } from '../../../domain/cache/use-cached.ts'
import { pageCount, showing } from './pages.ts'
import { usePageNumber } from './use-page-number.ts'

/** The page of photos in the address, with its loading state. */
export function usePagedPhotos(
  readPage: (page: number) => CachedRead<http.ImageList>,
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
