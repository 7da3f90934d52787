import { useEffect, useRef } from 'react'
import { returnToPlace } from '../lib/place.ts'
import { useLocation } from '../lib/router.ts'

/**
 * The page scrolls to the top whenever the path or query changes (L-ROUTE-12), unless a screen changes the address without
 * navigation by the user (`state.keepScroll`, rule 53). Back returns to the photo that was in view.
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
