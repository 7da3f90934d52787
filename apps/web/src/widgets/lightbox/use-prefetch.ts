import { useEffect, useRef } from 'react'
import { prefetchIndexes } from './stage/carousel-position.ts'

/** L-LB-22: prefetches the full-size neighbors, once each. */
export function usePrefetch(urls: readonly string[], current: number) {
  const asked = useRef(new Set<string>())
  useEffect(() => {
    for (const index of prefetchIndexes(current, urls.length)) {
      const url = urls[index]
      if (!url || asked.current.has(url)) continue
      asked.current.add(url)
      new Image().src = url
    }
  }, [urls, current])
}
