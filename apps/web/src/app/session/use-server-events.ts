import { useEffect } from 'react'
import { logFailure } from '../../lib/log.ts'

/** Subscribes to server events. It is loaded after the screen; if that takes long, the data on screen is read again. */
export function useServerEvents(onPlanChanged: () => void) {
  useEffect(() => {
    const left = new AbortController()
    import('../../domain/cache/server-events.ts')
      .then(({ listenInOneTab }) => {
        if (left.signal.aborted) return
        const stop = listenInOneTab(change => change.type === 'plan.changed' && onPlanChanged())
        left.signal.addEventListener('abort', stop)
      })
      .catch((reason: unknown) => logFailure('Listening to the server failed', reason))
    return () => left.abort()
  }, [onPlanChanged])
}
