import { use, useEffect, useState } from 'react'
import { askBeforeLeaving } from '../leaving.ts'
import { DataRouterContext, type Blocker } from '../router.ts'
import { uniqueId } from '../unique-id.ts'

/** A pending navigation that the user must confirm. */
export type Leaving = { proceed: () => void; reset: () => void }

/**
 * While there are unsaved changes, navigation and sign-out wait for `proceed` or `reset`. The result is null when neither is
 * pending. The navigation part equals `useBlocker`, which would add to the first load of every screen.
 */
export function useLeaveQuestion(isUnsaved: boolean): Leaving | null {
  const router = use(DataRouterContext)?.router
  const [blocker, setBlocker] = useState<Blocker>()
  const [leaving, setLeaving] = useState<Leaving | null>(null)
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
    const reset = () => setLeaving(null)
    const answered = askBeforeLeaving(leave => {
      const proceed = () => {
        reset()
        leave()
      }
      setLeaving({ proceed, reset })
    })
    return () => {
      answered()
      reset()
    }
  }, [isUnsaved])
  return blocker?.state === 'blocked' ? blocker : leaving
}
