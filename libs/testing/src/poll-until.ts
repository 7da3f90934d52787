import { setTimeout as delay } from 'node:timers/promises'

/** Timeout of a condition. Some jobs of the product run once a minute. */
export const POLL_TIMEOUT_MS = 120_000
const PAUSE_MS = 50

type Condition = () => boolean | void | Promise<boolean | void>

/**
 * Repeats `condition` until it neither throws nor returns `false`, for at most two minutes. Then it fails with the last error of the
 * condition, or with `what`, the sentence that should have become true.
 */
export async function pollUntil(what: string, condition: Condition): Promise<void>
export async function pollUntil(condition: Condition): Promise<void>
export async function pollUntil(first: string | Condition, second?: Condition): Promise<void> {
  const [what, condition] = typeof first === 'string' ? [first, second as Condition] : ['', first]
  const end = performance.now() + POLL_TIMEOUT_MS
  for (;;) {
    // A condition is checked once more after the end: the process may have been suspended in between.
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
