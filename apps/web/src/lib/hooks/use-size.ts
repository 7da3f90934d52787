import { MOBILE_MAX_WIDTH } from '@daymark/contracts'
import { useSyncExternalStore, useLayoutEffect, useState } from 'react'

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

/** Returns the content size of an element, 0 × 0 before the first measurement. */
export function useSize(element: HTMLElement | null) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return size
}
