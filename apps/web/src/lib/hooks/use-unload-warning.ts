import { useEffect } from 'react'

/**
 * While `isUnsafe`, the browser asks for confirmation before the user leaves the page, and an update of the application
 * does not reload the page.
 */
export function useUnloadWarning(isUnsafe: boolean) {
  useEffect(() => {
    if (!isUnsafe) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsafe])
}
