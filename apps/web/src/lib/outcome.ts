import { ApiError } from './api.ts'
import { logFailure } from './log.ts'

/** The result, or the sentence that says why it failed. */
export type Outcome<T> = { done: T } | { sentence: string }

/** Makes a change. A failure is described by the message of the server, else by `otherwise`. */
export async function outcomeOf<T>(
  what: string,
  request: () => Promise<T>,
  otherwise = 'Something went wrong. Please try again.',
): Promise<Outcome<T>> {
  try {
    return { done: await request() }
  } catch (reason) {
    logFailure(what, reason)
    return { sentence: (reason instanceof ApiError && reason.sentence) || otherwise }
  }
}
