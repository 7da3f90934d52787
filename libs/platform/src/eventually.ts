import { setTimeout as delay } from 'node:timers/promises'

const EVERY_MS = 20
/** Where all stood still meanwhile, nothing could come: of the looks that the time has room for, a quarter is taken at least. */
const LEAST_LOOKS = 1 / 4

/** Asks again until there is an answer; undefined when the time is over. */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs: number): Promise<T | undefined> {
  const until = performance.now() + withinMs
  const least = (withinMs / EVERY_MS) * LEAST_LOOKS
  for (let looks = 1; ; looks++) {
    const answer = await ask()
    if (answer !== undefined || (looks >= least && performance.now() >= until)) return answer
    await delay(EVERY_MS)
  }
}
