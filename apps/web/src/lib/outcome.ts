import { messageOf } from './api.ts'
import { logFailure } from './log.ts'

/** The result of an action, or the message of its failure. */
export type Outcome<T> = { value: T } | { failure: string }

/**
 * Runs a request and returns its outcome. A failure is logged with `logMessage`, and the outcome contains the server's
 * error message, or `fallback` if the server sent none.
 */
export async function outcomeOf<T>(
  logMessage: string,
  request: () => Promise<T>,
  fallback?: string,
): Promise<Outcome<T>> {
  try {
    return { value: await request() }
  } catch (reason) {
    logFailure(logMessage, reason)
    return { failure: messageOf(reason, fallback) }
  }
}

/**
 * Waits for a request. Returns null on success, otherwise the server's error message, or `fallback` if the server sent
 * none. A failure is logged if there is a `logMessage`.
 */
export const failureOf = (
  request: Promise<unknown>,
  { logMessage, fallback }: { logMessage?: string; fallback?: string } = {},
): Promise<string | null> =>
  request.then(
    () => null,
    (reason: unknown) => {
      if (logMessage) logFailure(logMessage, reason)
      return messageOf(reason, fallback)
    },
  )
