import { setTimeout as delay } from 'node:timers/promises'
import { patience } from '@daymark/testing/patience'

const PAUSE_MS = 20
/** A look during which the machine stands still counts as one that takes so long. */
const LONGEST_MS = 200

/** Asks until it is so and answers how long that took, in looks and the pauses between them. */
export async function within(isSo: () => Promise<boolean>): Promise<number> {
  for (let passed = 0; ;) {
    const began = performance.now()
    if (await isSo()) return passed
    if (passed > patience(5000)) throw new Error('not within five seconds')
    await delay(PAUSE_MS)
    passed += Math.min(performance.now() - began, patience(LONGEST_MS))
  }
}
