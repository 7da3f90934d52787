import { AppError, type Input, type library } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import { setTimeout as delay } from 'node:timers/promises'
import type { Destination } from './destinations.ts'

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

/** A file that is stored becomes what it is sent for; what is not kept is removed. */
export async function registerFile<T>(
  storage: Storage,
  stored: Input<typeof library.registerUpload>,
  to: Destination<T>,
): Promise<T> {
  let isLost = false
  const call = () =>
    to.register(stored).catch(error => {
      isLost ||= isUncertain(error)
      throw error
    })
  // A service that did not answer may have registered it all the same, and the photo be another since: then only the sweep can find out.
  const remove = async () => void (isLost || (await storage.remove([stored.objectKey])))
  try {
    const { taken, created } = await withRetries(call)
    if (!created) await remove()
    return taken
  } catch (error) {
    await remove()
    throw error
  }
}
const isUncertain = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500
