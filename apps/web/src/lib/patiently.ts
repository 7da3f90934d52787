import { ApiError } from './api.ts'

const WAITS_MS = [1000, 2000]

/** The first read of a page. Temporary failures are retried as often as the cache does it, because a server may be restarting. */
export async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (const ms of WAITS_MS)
    try {
      return await read()
    } catch (reason) {
      if (!(reason instanceof ApiError && reason.isTemporary)) throw reason
      await new Promise(resolve => setTimeout(resolve, ms))
    }
  return read()
}
