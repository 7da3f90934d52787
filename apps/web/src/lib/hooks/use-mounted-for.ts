import { useEffect, useState } from 'react'

/** Returns true once the component has been mounted for `ms`. Avoids loading content that only scrolls past. */
export function useMountedFor(ms: number) {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isSettled
}
