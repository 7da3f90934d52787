import { setTimeout as delay } from 'node:timers/promises'

const EVERY_MS = 20
const WITHIN_MS = 2000

/**
 * Waits for a copy: asks again until there is an answer, for what another service's event is about to bring; undefined when the
 * time is over. Ask the database and not memory, as the event may reach another replica, and never inside a transaction.
 */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs = WITHIN_MS): Promise<T | undefined> {
  const until = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined || performance.now() >= until) return answer
    await delay(EVERY_MS)
  }
}
