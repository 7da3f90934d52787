import { setTimeout as delay } from 'node:timers/promises'

/** Time in which a condition must become true. It is long, because some jobs of the product run once a minute. */
export const POLL_TIMEOUT_MS = 120_000
const PAUSE_MS = 50

type Condition = () => boolean | void | Promise<boolean | void>

/**
 * Repeats `condition` until it neither throws nor returns `false`, for at most two minutes. Then it rejects with the error of the last
 * attempt, or with a message that contains `description`.
 */
export async function pollUntil(description: string, condition: Condition): Promise<void>
export async function pollUntil(condition: Condition): Promise<void>
export async function pollUntil(
  descriptionOrCondition: string | Condition,
  conditionAfterDescription?: Condition,
): Promise<void> {
  const [description, condition] =
    typeof descriptionOrCondition === 'string'
      ? [descriptionOrCondition, conditionAfterDescription as Condition]
      : ['', descriptionOrCondition]
  const end = performance.now() + POLL_TIMEOUT_MS
  for (;;) {
    // The condition is checked once more after the end, because this process may have been suspended between two checks.
    const isLast = performance.now() > end
    try {
      if ((await condition()) !== false) return
      if (isLast) throw new Error(`Not within ${POLL_TIMEOUT_MS} ms: ${description}`)
    } catch (error) {
      if (isLast) throw error
    }
    await delay(PAUSE_MS)
  }
}
