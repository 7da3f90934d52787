import { errors } from '@daymark/contracts'

/**
 * Of one commit that may take longer than a call is waited for, whoever asked hears in time that it goes on (STILL_WORKING), and
 * not that nobody answers. That it failed after all is told to `failed` alone.
 */
export async function orGoesOn<T>(work: Promise<T>, withinMs: number, failed: (error: unknown) => void): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    reject(errors.STILL_WORKING())
  }, withinMs)
  work.catch(error => isLate && failed(error)).finally(() => clearTimeout(timer))
  return Promise.race([work, late])
}
