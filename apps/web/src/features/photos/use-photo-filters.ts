import { useCallback, useMemo } from 'react'
import { useSearchParams } from '../../lib/router.ts'
import { PHOTO_FILTERS, type PhotoFilters } from '../../widgets/photos/photo.queries.ts'

/** Filters live in the address, so that they can be linked, reloaded and gone back to. */
export function usePhotoFilters() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(
    () =>
      Object.fromEntries(
        PHOTO_FILTERS.flatMap(name => (params.get(name) ? [[name, params.get(name)]] : [])),
      ) as PhotoFilters,
    [params],
  )
  const clearFilters = useCallback(() => setParams(new URLSearchParams()), [setParams])
  return { filters, clearFilters: Object.keys(filters).length ? clearFilters : null }
}
