import { useCallback, useMemo } from 'react'
import { useSearchParams } from '../../lib/router.ts'
import { PHOTO_FILTERS, type PhotoFilters } from '../../widgets/photos/photo.queries.ts'
import { readPage } from './pages.ts'

/** Page and filters live in the address (READINGS 53), so that they can be linked, reloaded and gone back to. */
export function usePhotoAddress() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(
    () =>
      Object.fromEntries(
        PHOTO_FILTERS.flatMap(name => (params.get(name) ? [[name, params.get(name)]] : [])),
      ) as PhotoFilters,
    [params],
  )
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
  /** When the page ceased to exist (its last photos were deleted): the place on screen is kept. */
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
  const clearFilters = useCallback(() => setParams(new URLSearchParams()), [setParams])
  return { page: readPage(params.get('page')), filters, goTo, fallBackTo, clearFilters }
}
