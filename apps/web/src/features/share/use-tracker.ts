import { useEffect, useState } from 'react'
import { trackTransport } from './tracking.actions.ts'
import { createTracker, type Tracker } from './tracking.ts'

export function useTracker(token: string): Tracker {
  const [tracker] = useState(() => createTracker(token, trackTransport, Date.now))
  useEffect(() => {
    const onVisibility = () => (document.visibilityState === 'hidden' ? tracker.leave() : tracker.back())
    // Phones may never unload a hidden page; desktops may unload one that was never hidden.
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', tracker.leave)
    window.addEventListener('pageshow', tracker.back)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', tracker.leave)
      window.removeEventListener('pageshow', tracker.back)
    }
  }, [tracker])
  return tracker
}
