import { MOBILE_MAX_WIDTH } from '@daymark/contracts'
import { useSyncExternalStore } from 'react'

export function useMediaQuery(query: string) {
  return useSyncExternalStore(
    changed => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Width 768 or less (L-NAV-05). */
export const useIsPhone = () => useMediaQuery(`(width <= ${MOBILE_MAX_WIDTH}px)`)
