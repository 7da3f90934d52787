import { setTimeout as pause } from 'node:timers/promises'

/** Repeats an expectation until it holds; when the time is over its own failure is told. */
export async function until(expectation: () => void | Promise<void>, ms = 10_000): Promise<void> {
  const end = performance.now() + ms
  for (;;) {
    try {
      return await expectation()
    } catch (failure) {
      if (performance.now() > end) throw failure
      await pause(40)
    }
  }
}
