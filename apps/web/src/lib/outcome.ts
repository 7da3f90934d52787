import { messageOf } from './api.ts'
import { logFailure } from './log.ts'

/** The result of an action, or the message of its failure. */
export type Outcome<T> = { done: T } | { failure: string }

/** Runs a request and returns its outcome. Logs a failure with `what`. Its message is the server's, or `otherwise`. */
export async function outcomeOf<T>(what: string, request: () => Promise<T>, otherwise?: string): Promise<Outcome<T>> {
  try {
    return { done: await request() }
  } catch (reason) {
    logFailure(what, reason)
    return { failure: messageOf(reason, otherwise) }
  }
}

/** Resolves to null on success, or to the message that explains the failure, which is `fallback` if the server sent none. */
export const failureOf = (request: Promise<unknown>, fallback?: string): Promise<string | null> =>
  request.then(
    () => null,
    (reason: unknown) => messageOf(reason, fallback),
  )
