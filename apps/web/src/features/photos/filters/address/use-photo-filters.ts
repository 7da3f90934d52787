import { use, useCallback, useMemo } from 'react'
import { DataRouterContext, useSearchParams } from '../../../../lib/router.ts'
import { isFiltered } from '../../../../domain/photos/photo.queries.ts'
import { NO_FILTERS, readFilters, withFilters, type Changes } from './read-filters.ts'

/** Filters and order live in the address, so that they can be linked, reloaded and gone back to. */
export function usePhotoFilters() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => readFilters(params), [params])
  const router = use(DataRouterContext)?.router
  /** The address as it is by now: what is drawn follows a little later. */
  const now = useCallback(() => new URLSearchParams(router?.state.location.search), [router])
  const change = useCallback((changes: Changes) => setParams(withFilters(now(), changes)), [setParams, now])
  /** Going back leads to what was there before the search, not through its letters. */
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
