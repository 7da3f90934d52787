import { setTimeout as delay } from 'node:timers/promises'
import { patience } from './patience.ts'

/** A look during which the machine stands still counts as one that takes so long: whatever is waited for stood still, too. */
const LONGEST_MS = 500

/** Waits for a condition, at most so long on a quiet machine; says what it waited for. */
export async function eventually(
  what: string,
  ms: number,
  condition: () => boolean | Promise<boolean>,
  every = 100,
): Promise<void> {
  let last: unknown
  for (let passed = 0; ;) {
    const began = performance.now()
    try {
      if (await condition()) return
    } catch (error) {
      last = error
    }
    if (passed >= patience(ms))
      throw new Error(`after ${patience(ms)} ms still not: ${what}${last ? ` (${String(last)})` : ''}`)
    await delay(every)
    passed += Math.min(performance.now() - began, every + patience(LONGEST_MS))
  }
}
