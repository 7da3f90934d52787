import { useEffect, useState } from 'react'

/** True after the component was mounted for `ms`: items that only scroll past are not loaded. */
export function useSettled(ms: number) {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isSettled
}
