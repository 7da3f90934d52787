import { use, useCallback, useMemo } from 'react'
import { PARAMETER_CHECKS, FILTER_NAMES, isFiltered, type PhotoFilters } from '../../../domain/photos/photo-filters.ts'
import { DataRouterContext, useSearchParams } from '../../../lib/router.ts'

export type Changes = Partial<Record<keyof PhotoFilters, string>>
const NAMES = Object.keys(PARAMETER_CHECKS) as (keyof PhotoFilters)[]

/** The filters and order of an address; values that the server would refuse are omitted. */
export function readFilters(params: URLSearchParams): PhotoFilters {
  const given = NAMES.map(name => [name, params.get(name) ?? ''] as const)
  return Object.fromEntries(given.filter(([name, text]) => text && PARAMETER_CHECKS[name](text)))
}

/** The address with changed filters, on the first page; empty filters are removed. */
export function withFilters(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('page')
  for (const [name, text] of Object.entries(changes)) {
    if (text) next.set(name, text)
    else next.delete(name)
  }
  return next
}

export const NO_FILTERS: Changes = Object.fromEntries(FILTER_NAMES.map(name => [name, '']))

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
