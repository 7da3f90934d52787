import { useEffect, useState } from 'react'

/** A cover that takes longer than this no longer keeps the others waiting. */
const patienceMs = 2000

/** On a thin line all pictures at once arrive late together: the cover, which is seen first, goes ahead of them. */
export function useCoverFirst(hasCover: boolean) {
  const [isSettled, setIsSettled] = useState(!hasCover)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return { isCoverSettled: isSettled, onCoverSettled: () => setIsSettled(true) }
}
