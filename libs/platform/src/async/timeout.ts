export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/**
 * Settles as `promise` does, and rejects with a TimeoutError after `ms` (`error`: with that one). The work itself continues; what
 * it rejects with after that is ignored.
 */
export async function withTimeout<T>(promise: Promise<T>, ms: number, error?: () => Error): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(error?.() ?? new TimeoutError(`Not finished after ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** As `promise`, or undefined where it fails or takes longer than `ms`: for what an answer can do without. */
export const optionalWithin = <T>(promise: Promise<T>, ms: number): Promise<T | undefined> =>
  withTimeout(promise, ms).catch(() => undefined)

/** True when `promise` resolves within `ms`, false after that. Rejects as `promise` does within that time. */
export async function finishedWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const late = new TimeoutError()
  try {
    await withTimeout(promise, ms, () => late)
    return true
  } catch (error) {
    if (error === late) return false
    throw error
  }
}
