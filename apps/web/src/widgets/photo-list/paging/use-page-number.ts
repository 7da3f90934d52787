import { useCallback } from 'react'
import { useSearchParams } from '../../../lib/router.ts'
import { readPage } from './pages.ts'

/** The page number is part of the address (rule 53), so that it can be linked, reloaded and restored by Back. */
export function usePageNumber() {
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
