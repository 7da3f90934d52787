import { useEffect, useState } from 'react'

/** True once the component has been there for a moment: what only passes by while somebody scrolls need not be read. */
export function useSettled(ms: number) {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isSettled
}
