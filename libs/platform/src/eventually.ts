import { setTimeout as delay } from 'node:timers/promises'

const EVERY_MS = 20
/** More than this between two looks is no time in which anything could come: this process stood still, or its database did. */
const LONGEST_MS = 500

/** Asks again until there is an answer; undefined when the time is over. */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs: number): Promise<T | undefined> {
  for (let passed = 0; ;) {
    const began = performance.now()
    const answer = await ask()
    if (answer !== undefined || passed >= withinMs) return answer
    await delay(EVERY_MS)
    passed += Math.min(performance.now() - began, LONGEST_MS)
  }
}
