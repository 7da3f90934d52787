import { AppError, type Input, type library } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import { setTimeout as delay } from 'node:timers/promises'
import type { Destination } from './destinations.ts'

/** Covers a restart of a service, because the file is stored already. */
const RETRIES_MS = [500, 2000]

/** Retries while the service is unavailable. */
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

/** Registers a stored file with its destination, or removes it from the store. */
export async function registerFile<T>(
  storage: Storage,
  stored: Input<typeof library.registerUpload>,
  to: Destination<T>,
): Promise<T> {
  let isUncertain = false
  const call = () =>
    to.register(stored).catch(error => {
      isUncertain ||= mayHaveSucceeded(error)
      throw error
    })
  // A service that did not answer may have registered the file. Only the sweep can find out later.
  const remove = async () => void (isUncertain || (await storage.remove([stored.objectKey])))
  try {
    const { result, created } = await withRetries(call)
    if (!created) await remove()
    return result
  } catch (error) {
    await remove()
    throw error
  }
}
const mayHaveSucceeded = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500
