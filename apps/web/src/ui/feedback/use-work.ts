import { useState } from 'react'
import type { Outcome } from '../../lib/outcome.ts'
import { showError, showToast } from './toast.ts'

/** Runs one action at a time and reports it: `done` in a toast, a failure by `onFailure`. Returns null when it failed. */
export function useWork(onFailure: (sentence: string) => void = showError) {
  const [isBusy, setBusy] = useState(false)
  const run = async <T>(act: () => Promise<Outcome<T>>, done?: string): Promise<T | null> => {
    setBusy(true)
    const outcome = await act()
    setBusy(false)
    if ('sentence' in outcome) {
      onFailure(outcome.sentence)
      return null
    }
    if (done) showToast(done)
    return outcome.done
  }
  return { isBusy, run }
}
