import { ApiError } from './api.ts'

const WAITS_MS = [1000, 2000]

/** A first read of a page. What passes is waited for, as often as the cache does for what it keeps: a server that starts again is not gone. */
export async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (const ms of WAITS_MS)
    try {
      return await read()
    } catch (reason) {
      if (!(reason instanceof ApiError && reason.isPassing)) throw reason
      await new Promise(resolve => setTimeout(resolve, ms))
    }
  return read()
}
