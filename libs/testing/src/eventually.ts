import { setTimeout as delay } from 'node:timers/promises'
import { patience } from './patience.ts'

/** Waits for a condition, at most so long on a quiet machine; says what it waited for. */
export async function eventually(
  what: string,
  ms: number,
  condition: () => boolean | Promise<boolean>,
  every = 100,
): Promise<void> {
  const until = Date.now() + patience(ms)
  let last: unknown
  for (let isLast = false; !isLast; await delay(every)) {
    // who stood still over the end of the time still looks once
    isLast = Date.now() >= until
    try {
      if (await condition()) return
    } catch (error) {
      last = error
    }
  }
  throw new Error(`after ${patience(ms)} ms still not: ${what}${last ? ` (${String(last)})` : ''}`)
}
