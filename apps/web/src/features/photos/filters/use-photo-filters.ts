import { use, useCallback, useMemo } from 'react'
import { PARAMETER_CHECKS, FILTER_NAMES, isFiltered, type PhotoFilters } from '../../../domain/photos/photo-filters.ts'
import { DataRouterContext, useSearchParams } from '../../../lib/router.tsx'

/** New values by filter; an empty value removes the filter. */
export type FilterChanges = Partial<Record<keyof PhotoFilters, string>>
const PARAMETER_NAMES = Object.keys(PARAMETER_CHECKS) as (keyof PhotoFilters)[]

/** Parses the filters and the order in a URL. Values that the server would reject are left out. */
export function parseFilters(params: URLSearchParams): PhotoFilters {
  const parameters = PARAMETER_NAMES.map(name => [name, params.get(name) ?? ''] as const)
  return Object.fromEntries(parameters.filter(([name, text]) => text && PARAMETER_CHECKS[name](text)))
}

/** Returns the query of the URL with changed filters, on the first page of the list. Empty filters are removed. */
export function withFilters(params: URLSearchParams, changes: FilterChanges): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('page')
  for (const [name, text] of Object.entries(changes)) {
    if (text) next.set(name, text)
    else next.delete(name)
  }
  return next
}

/** The changes that remove all filters. */
export const NO_FILTERS: FilterChanges = Object.fromEntries(FILTER_NAMES.map(name => [name, '']))

/** Keeps filters and order in the URL, so that a link, a reload and the Back button restore them. */
export function usePhotoFilters() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => parseFilters(params), [params])
  const router = use(DataRouterContext)?.router
  /** Reads the current URL from the router, because the URL of the last render may be outdated. */
  const currentParams = useCallback(() => new URLSearchParams(router?.state.location.search), [router])
  const change = useCallback(
    (changes: FilterChanges) => setParams(withFilters(currentParams(), changes)),
    [setParams, currentParams],
  )
  /** A search replaces the history entry while the user types, so that Back returns to the list before the search. */
  const search = useCallback(
    (q: string) => {
      const previous = currentParams().get('q') ?? ''
      if (q !== previous) setParams(withFilters(currentParams(), { q }), { replace: Boolean(q && previous) })
    },
    [setParams, currentParams],
  )
  const clear = useCallback(() => change(NO_FILTERS), [change])
  return { filters, change, search, clear: isFiltered(filters) ? clear : null }
}
