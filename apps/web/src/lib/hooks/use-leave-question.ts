import { use, useEffect, useState } from 'react'
import { DataRouterContext, type Blocker } from '../router.ts'
import { uniqueId } from '../unique-id.ts'

/**
 * While something is unsaved, leaving for another screen waits for `proceed` or `reset`; null: nobody is leaving. This is what
 * `useBlocker` does, which all screens would load with the router.
 */
export function useLeaveQuestion(isUnsaved: boolean): Extract<Blocker, { state: 'blocked' }> | null {
  const router = use(DataRouterContext)?.router
  const [blocker, setBlocker] = useState<Blocker>()
  useEffect(() => {
    if (!isUnsaved || !router) return
    const key = uniqueId()
    router.getBlocker(key, ({ currentLocation: from, nextLocation: to }) => from.pathname !== to.pathname)
    const unsubscribe = router.subscribe(({ blockers }) => setBlocker(blockers.get(key)))
    return () => {
      unsubscribe()
      router.deleteBlocker(key)
      setBlocker(undefined)
    }
  }, [isUnsaved, router])
  return blocker?.state === 'blocked' ? blocker : null
}
