import { useEffect, useMemo } from 'react'
import { useCached } from '../../lib/cache/use-cached.ts'
import { photoPage } from '../../widgets/photos/photo.queries.ts'
import { pageCount, showing } from './pages.ts'
import { usePhotoAddress } from './use-photo-address.ts'

/** The page of photos that the address names, and what there is of it. */
export function usePhotos() {
  const { page, filters, goTo, fallBackTo, clearFilters } = usePhotoAddress()
  const { data, isError, refetch } = useCached(photoPage(page, filters))
  const photos = useMemo(() => data?.images ?? [], [data])
  const total = data?.total ?? 0
  const pages = pageCount(total)

  // The page ceased to exist, because the last photos on it were deleted.
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
    summary: photos.length ? showing(page, photos.length, total) : null,
    clearFilters: Object.keys(filters).length ? clearFilters : null,
    retry: () => void refetch(),
  }
}

function stateOf(isMissing: boolean, isError: boolean, count: number): 'loading' | 'failed' | 'empty' | 'shown' {
  if (isMissing) return isError ? 'failed' : 'loading'
  return count ? 'shown' : 'empty'
}
