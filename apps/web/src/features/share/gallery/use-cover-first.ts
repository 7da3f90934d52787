import { useEffect, useState } from 'react'

/** After this time other pictures no longer wait for the cover. */
const patienceMs = 2000

/** On a slow connection the cover, which is seen first, loads before the other pictures. */
export function useCoverFirst(hasCover: boolean) {
  const [isSettled, setIsSettled] = useState(!hasCover)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return { isCoverSettled: isSettled, onCoverSettled: () => setIsSettled(true) }
}
