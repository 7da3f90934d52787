import * as routes from '@daymark/contracts/routes'
import { useEffect, useState } from 'react'
import { createTracker, type Tracker, type TrackTransport } from './tracking.ts'

const { path: address } = routes.trackVisit
const type = 'application/json'

const transport: TrackTransport = {
  send: body => fetch(address, { method: 'POST', body, keepalive: true, headers: { 'content-type': type } }),
  beacon: body => navigator.sendBeacon(address, new Blob([body], { type })),
}

export function useTracker(token: string): Tracker {
  const [tracker] = useState(() => createTracker(token, transport, Date.now))
  useEffect(() => {
    const onVisibility = () => (document.visibilityState === 'hidden' ? tracker.leave() : tracker.back())
    // Phones may never unload a page that is hidden; desktops may unload one that was never hidden.
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
