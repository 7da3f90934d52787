import { setTimeout as delay } from 'node:timers/promises'

/** Time in which a condition must become true. It is long, because some jobs of the product run once a minute. */
export const POLL_TIMEOUT_MS = 120_000
const PAUSE_MS = 50

type Condition = () => boolean | void | Promise<boolean | void>

/**
 * Repeats `condition` until it neither throws nor returns `false`, for at most two minutes. Then it rejects with the error of the last
 * attempt, or with a message that contains `what`, a description of the condition.
 */
export async function pollUntil(what: string, condition: Condition): Promise<void>
export async function pollUntil(condition: Condition): Promise<void>
export async function pollUntil(first: string | Condition, second?: Condition): Promise<void> {
  const [what, condition] = typeof first === 'string' ? [first, second as Condition] : ['', first]
  const end = performance.now() + POLL_TIMEOUT_MS
  for (;;) {
    // The condition is checked once more after the end, because this process may have been suspended between two checks.
    const isLast = performance.now() > end
    try {
      if ((await condition()) !== false) return
      if (isLast) throw new Error(`Not within ${POLL_TIMEOUT_MS} ms: ${what}`)
    } catch (error) {
      if (isLast) throw error
    }
    await delay(PAUSE_MS)
  }
}
