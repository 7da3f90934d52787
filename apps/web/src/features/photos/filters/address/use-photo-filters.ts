import { useCallback, useMemo } from 'react'
import { useSearchParams } from '../../../../lib/router.ts'
import { isFiltered } from '../../../../domain/photos/photo.queries.ts'
import { NO_FILTERS, readFilters, withFilters, type Changes } from './read-filters.ts'

/** Filters and order live in the address, so that they can be linked, reloaded and gone back to. */
export function usePhotoFilters() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => readFilters(params), [params])
  const change = useCallback((changes: Changes) => setParams(now => withFilters(now, changes)), [setParams])
  /** Going back leads to what was there before the search, not through its letters. */
  const search = useCallback(
    (q: string) => setParams(now => withFilters(now, { q }), { replace: Boolean(q && params.get('q')) }),
    [setParams, params],
  )
  const clear = useCallback(() => change(NO_FILTERS), [change])
  return { filters, change, search, clear: isFiltered(filters) ? clear : null }
}
