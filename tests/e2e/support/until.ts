import { setTimeout as pause } from 'node:timers/promises'
import { patience } from '@daymark/testing/patience'

/** Names and roles are worked out anew at every look, which costs the browser more than what it does otherwise. */
const PAUSE_MS = 100

/** Repeats an expectation until it holds; when the time is over its own failure is thrown. */
export async function until(expectation: () => void | Promise<void>, ms = 10_000): Promise<void> {
  const end = performance.now() + patience(ms)
  for (;;) {
    try {
      return await expectation()
    } catch (failure) {
      if (performance.now() > end) throw failure
      await pause(PAUSE_MS)
    }
  }
}
