import { use, useEffect, useState } from 'react'
import { confirmBeforeLeaving } from '../leave-guard.ts'
import { DataRouterContext, type Blocker } from '../router.tsx'
import { uniqueId } from '../unique-id.ts'

/** A navigation that waits for the user's confirmation. */
type PendingNavigation = { proceed: () => void; reset: () => void }

/**
 * Returns a navigation or sign-out that waits because there are unsaved changes; the caller calls its `proceed` or
 * `reset`. Null: nothing waits. The router's `useBlocker` does the same for navigation, but would be part of every
 * first page load.
 */
export function useLeaveGuard(isUnsaved: boolean): PendingNavigation | null {
  const router = use(DataRouterContext)?.router
  const [blocker, setBlocker] = useState<Blocker>()
  const [pendingLeave, setPendingLeave] = useState<PendingNavigation | null>(null)
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
  useEffect(() => {
    if (!isUnsaved) return
    const reset = () => setPendingLeave(null)
    const unregister = confirmBeforeLeaving(leave => {
      const proceed = () => {
        reset()
        leave()
      }
      setPendingLeave({ proceed, reset })
    })
    return () => {
      unregister()
      reset()
    }
  }, [isUnsaved])
  return blocker?.state === 'blocked' ? blocker : pendingLeave
}
