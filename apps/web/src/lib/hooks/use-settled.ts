import { useEffect, useState } from 'react'

/** True once the component has been mounted for `ms`: items that only scroll past are not loaded. */
export function useSettled(ms: number) {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isSettled
}
