import { useState } from 'react'
import type { Outcome } from '../../lib/outcome.ts'
import { useToast } from './toast.tsx'

/** One piece of work at a time: says what became of it, and answers it; null when it failed. */
export function useWork() {
  const show = useToast()
  const [isBusy, setBusy] = useState(false)
  const run = async <T>(act: () => Promise<Outcome<T>>, said?: string): Promise<T | null> => {
    setBusy(true)
    const outcome = await act()
    setBusy(false)
    if ('sentence' in outcome) {
      window.alert(outcome.sentence)
      return null
    }
    if (said) show(said)
    return outcome.done
  }
  return { isBusy, run }
}
