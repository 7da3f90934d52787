import { use, useCallback, useMemo } from 'react'
import { DataRouterContext, useSearchParams } from '../../../../lib/router.ts'
import { isFiltered } from '../../../../domain/photos/photo.queries.ts'
import { NO_FILTERS, readFilters, withFilters, type Changes } from './read-filters.ts'

/** Filters and order are part of the address, so that they can be linked, reloaded and restored by Back. */
export function usePhotoFilters() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => readFilters(params), [params])
  const router = use(DataRouterContext)?.router
  /** The current address: the rendered one may be older. */
  const now = useCallback(() => new URLSearchParams(router?.state.location.search), [router])
  const change = useCallback((changes: Changes) => setParams(withFilters(now(), changes)), [setParams, now])
  /** Back returns to the state before the search, not through its letters. */
  const search = useCallback(
    (q: string) => {
      const searched = now().get('q') ?? ''
      if (q !== searched) setParams(withFilters(now(), { q }), { replace: Boolean(q && searched) })
    },
    [setParams, now],
  )
  const clear = useCallback(() => change(NO_FILTERS), [change])
  return { filters, change, search, clear: isFiltered(filters) ? clear : null }
}
