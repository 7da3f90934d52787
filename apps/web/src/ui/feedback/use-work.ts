import { useState } from 'react'
import type { Outcome } from '../../lib/outcome.ts'
import { showError, showToast } from './toast.ts'

/** Runs one action at a time: shows `done` in a toast, or calls `onFailure`. Returns null after a failure. */
export function useWork(onFailure: (message: string) => void = showError) {
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
