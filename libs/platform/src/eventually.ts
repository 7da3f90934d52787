import { setTimeout as delay } from 'node:timers/promises'

const EVERY_MS = 20

/** Asks again until there is an answer; undefined when the time is over. */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs: number): Promise<T | undefined> {
  const until = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined || performance.now() >= until) return answer
    await delay(EVERY_MS)
  }
}
