import { useEffect, useRef } from 'react'
import { returnToPlace } from '../lib/place.ts'
import { useLocation } from '../lib/router.ts'

/**
 * The page scrolls to the top whenever path or query changes (L-ROUTE-12), but not where a screen moves the address itself
 * without the person having asked for another page (`state.keepScroll`, rule 53). The way back leads to the photo that was in view.
 */
export function useScrollToTop() {
  const { pathname, search, state } = useLocation()
  const address = pathname + search
  const shown = useRef(address)
  const keep = (state as { keepScroll?: boolean } | null)?.keepScroll === true
  useEffect(() => {
    if (shown.current === address) return
    shown.current = address
    if (!keep && !returnToPlace()) window.scrollTo(0, 0)
  }, [address, keep])
}
