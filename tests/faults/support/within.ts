import { setTimeout as delay } from 'node:timers/promises'
import { patience } from '@daymark/testing/patience'

/** Asks until it is so and answers how long that took. */
export async function within(isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > patience(5000)) throw new Error('not within five seconds')
    await delay(20)
  }
  return performance.now() - began
}
