import { useEffect } from 'react'
import { logFailure } from '../../lib/log.ts'

/** Subscribes to server events. The code is loaded after the screen. */
export function useServerEvents(onPlanChanged: () => void) {
  useEffect(() => {
    const unmounted = new AbortController()
    import('../../domain/cache/server-events.ts')
      .then(({ subscribeInOneTab }) => {
        if (unmounted.signal.aborted) return
        const stop = subscribeInOneTab(change => change.type === 'plan.changed' && onPlanChanged())
        unmounted.signal.addEventListener('abort', stop)
      })
      .catch((reason: unknown) => logFailure('Listening to the server failed', reason))
    return () => unmounted.abort()
  }, [onPlanChanged])
}
