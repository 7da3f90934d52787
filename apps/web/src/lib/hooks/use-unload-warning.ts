import { useEffect } from 'react'

/** While changes would be lost, the browser asks before the page is left, and the reload of an update waits. */
export function useUnloadWarning(isUnsafe: boolean) {
  useEffect(() => {
    if (!isUnsafe) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsafe])
}
