import { useState } from 'react'
import type { Outcome } from '../../lib/outcome.ts'
import { showError, showToast } from './toast.ts'

/**
 * Runs an action and reports its outcome: shows `done` in a toast, or passes the message of the failure to `onFailure`.
 * `isBusy` is true while it runs. `run` returns null after a failure.
 */
export function useAction(onFailure: (message: string) => void = showError) {
  const [isBusy, setBusy] = useState(false)
  const run = async <T>(act: () => Promise<Outcome<T>>, done?: string): Promise<T | null> => {
    setBusy(true)
    const outcome = await act()
    setBusy(false)
    if ('failure' in outcome) {
      onFailure(outcome.failure)
      return null
    }
    if (done) showToast(done)
    return outcome.done
  }
  return { isBusy, run }
}
