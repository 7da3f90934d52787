import { ApiError } from './api.ts'
import { logFailure } from './log.ts'

/** What was done, or the sentence that says why it was not. */
export type Outcome<T> = { done: T } | { sentence: string }

/** Asks for a change. What the server says of a failure is what is said of it, else `otherwise`. */
export async function outcomeOf<T>(
  what: string,
  request: () => Promise<T>,
  otherwise = 'That did not work. Please try again.',
): Promise<Outcome<T>> {
  try {
    return { done: await request() }
  } catch (reason) {
    logFailure(what, reason)
    return { sentence: (reason instanceof ApiError && reason.sentence) || otherwise }
  }
}
