import { useEffect, useState } from 'react'

/**
 * Returns true when the component has been mounted for `ms`. Components that the user only scrolls past are unmounted
 * earlier and therefore load nothing.
 */
export function useMountedFor(ms: number) {
  const [hasElapsed, setHasElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasElapsed
}
