import { useState } from 'react'
import type { Outcome } from '../../lib/outcome.ts'
import { showError, showToast } from '../overlay/overlay-store.ts'

/**
 * Returns a function that runs an action and shows its outcome: `successMessage` in a toast, or the message of the
 * failure through `onFailure`. `isBusy` is true while the action runs. `run` returns null after a failure.
 */
export function useAction(onFailure: (message: string) => void = showError) {
  const [isBusy, setBusy] = useState(false)
  const run = async <T>(action: () => Promise<Outcome<T>>, successMessage?: string): Promise<T | null> => {
    setBusy(true)
    const outcome = await action()
    setBusy(false)
    if ('failure' in outcome) {
      onFailure(outcome.failure)
      return null
    }
    if (successMessage) showToast(successMessage)
    return outcome.value
  }
  return { isBusy, run }
}
