import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@daymark/contracts'

/** A service that restarts is away for a moment; the photo is stored already and need not be sent again. */
const RETRIES_MS = [500, 2000]

/** Calls again while the service is away. */
export async function withRetries<T>(call: () => Promise<T>): Promise<T> {
  for (const wait of RETRIES_MS) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 503) throw error
      await delay(wait)
    }
  }
  return call()
}
