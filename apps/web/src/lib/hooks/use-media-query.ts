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

/** L-NAV-05: whether the window is at most 768 px wide. */
export const useIsPhone = () => useMediaQuery(`(width <= ${MOBILE_MAX_WIDTH}px)`)
