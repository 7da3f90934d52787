import { useEffect, useState } from 'react'

/**
 * Returns true when the component has been mounted for `ms`. Components that only scroll past are unmounted before and
 * therefore load nothing.
 */
export function useMountedFor(ms: number) {
  const [hasElapsed, setHasElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasElapsed
}
