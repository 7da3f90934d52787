import { RESUMABLE_ABOVE } from '@daymark/contracts'
import { ApiError } from '../../../lib/api.ts'
import { Maintained, uploadFile, uploadProgress, type Sent } from './upload.actions.ts'

/** How long until the next try. A try that brought the file further begins them anew. */
const WAITS_MS = [1000, 2000, 4000, 8000]

/** While Daymark is maintained nothing is taken; it is tried again when the server says so, and at the latest after this. */
const MAINTAINED_MS = { usually: 10_000, most: 300_000 }

export type News = {
  percent?: number
  isReconnecting?: boolean
  /** Why it waits, in the server's words; null: it goes on. */
  waitsFor?: string | null
}
type Progress<T> = { offset: number; image: T | null }
type Options<T> = {
  key: string
  /** It was tried before, so the server may hold its beginning. */
  isAgain: boolean
  /** Where it goes, and who says how far it came there; the library, unless said otherwise. */
  path?: string | undefined
  progress?: (key: string, signal: AbortSignal) => Promise<Progress<T>>
  onNews: (news: News) => void
  signal: AbortSignal
}

/** Sends a file, as soon as the server takes any. */
export async function sendFile<T = Sent>(file: File, options: Options<T>): Promise<T> {
  for (let { isAgain } = options; ; isAgain = true) {
    try {
      return await sendNow(file, { ...options, isAgain })
    } catch (reason) {
      if (!(reason instanceof Maintained)) throw reason
      options.onNews({ percent: 0, isReconnecting: false, waitsFor: reason.message })
      await pause(Math.min(reason.waitMs ?? MAINTAINED_MS.usually, MAINTAINED_MS.most), options.signal)
      options.onNews({ waitsFor: null })
    }
  }
}

/** One above 8 MB goes on by itself where it stopped when the connection breaks. */
async function sendNow<T>(file: File, options: Options<T>): Promise<T> {
  const { key, onNews, signal, path, progress = uploadProgress as NonNullable<Options<T>['progress']> } = options
  const onPercent = (percent: number) => onNews({ percent, isReconnecting: false })
  if (file.size <= RESUMABLE_ABOVE) return uploadFile(file, { key, onPercent, signal, path })
  const waits = new Waits(options)
  for (let isAgain = options.isAgain; ; isAgain = true) {
    try {
      const { offset, image } = isAgain ? await progress(key, signal) : { offset: 0, image: null }
      if (image) return image
      waits.reached(offset)
      return await uploadFile(file, { key, onPercent, signal, offset, path })
    } catch (reason) {
      if (!isConnectionLost(reason)) throw reason
      await waits.next(reason)
    }
  }
}

/** Or the server has another beginning by now than the one it said. */
const isConnectionLost = (reason: unknown) =>
  reason instanceof ApiError && (reason.status === 0 || reason.code === 'upload_offset')

type WaitOptions = Pick<Options<unknown>, 'onNews' | 'signal'>
class Waits {
  #left = [...WAITS_MS]
  #furthest = 0
  readonly #options: WaitOptions
  constructor(options: WaitOptions) {
    this.#options = options
  }

  reached(offset: number) {
    if (offset <= this.#furthest) return
    this.#furthest = offset
    this.#left = [...WAITS_MS]
  }

  /** Throws the reason once it has waited as many times as it may. */
  async next(reason: unknown) {
    const ms = this.#left.shift()
    if (ms === undefined) throw reason
    this.#options.onNews({ isReconnecting: true })
    await pause(ms, this.#options.signal)
  }
}

/** Over at once when the network is back. */
function pause(ms: number, signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      signal.removeEventListener('abort', stop)
    }
    const go = () => {
      end()
      resolve()
    }
    const stop = () => {
      end()
      reject(signal.reason as Error)
    }
    const timer = setTimeout(go, ms)
    window.addEventListener('online', go)
    signal.addEventListener('abort', stop)
  })
}
