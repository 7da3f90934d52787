import { useState } from 'react'
import type { Outcome } from '../../lib/outcome.ts'
import { showError, showToast } from './toast.ts'

/**
 * Returns a function that runs an action and shows its outcome: `done` in a toast, or the message of the failure
 * through `onFailure`. `isBusy` is true while the action runs. `run` returns null after a failure.
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
