import { ApiError } from '../../../lib/api.ts'
import { FileProblem } from './file-problem.ts'
import { uploadFile, uploadProgress, type Sent } from './upload.actions.ts'

/** On a dead connection a request may otherwise hang for many minutes. */
const PROGRESS_TIMEOUT_MS = 60_000

/** `held`: the server was reached and holds this many bytes. */
export type News = { percent?: number; held?: number }
type Progress<T> = { offset: number; image: T | null }
type Options<T> = {
  key: string
  /** An earlier attempt may have transferred the whole file or its beginning. */
  isAgain: boolean
  /** Default: the library. */
  path?: string | undefined
  progress?: (key: string, signal: AbortSignal) => Promise<Progress<T>>
  onNews: (news: News) => void
  signal: AbortSignal
}

/** One attempt to send a file. It first asks for the result of an earlier attempt, so that each file is stored once. */
export async function sendFile<T = Sent>(file: File, options: Options<T>): Promise<T> {
  const {
    key,
    isAgain,
    onNews,
    signal,
    path,
    progress = uploadProgress as NonNullable<Options<T>['progress']>,
  } = options
  if (file.size === 0) throw new FileProblem('empty')
  try {
    let offset = 0
    if (isAgain) {
      const held = await inTime(signal, limited => progress(key, limited))
      if (held.image) return held.image
      offset = held.offset
      onNews({ held: offset })
    }
    return await uploadFile(file, { key, onPercent: percent => onNews({ percent }), signal, offset, path })
  } catch (reason) {
    // Browsers report an unreadable file as a lost connection.
    const isLost = reason instanceof ApiError && reason.status === 0
    const problem = isLost ? await FileProblem.of(file) : null
    throw problem ?? reason
  }
}

async function inTime<T>(signal: AbortSignal, ask: (limited: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('No answer in time', 'TimeoutError')), PROGRESS_TIMEOUT_MS)
  return ask(AbortSignal.any([signal, late.signal])).finally(() => clearTimeout(timer))
}
