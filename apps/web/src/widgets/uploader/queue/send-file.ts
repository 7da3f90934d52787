import { ApiError } from '../../../lib/api.ts'
import { FileProblem } from './upload-item.ts'
import { uploadFile, readUploadProgress, type UploadedImage } from './upload.actions.ts'

/**
 * A request without progress is aborted after this time, because on a broken connection it could hang for many minutes.
 */
const PROGRESS_TIMEOUT_MS = 60_000

/** The state of an upload. `percent`: progress. `bytesOnServer`: number of bytes that the server already has. */
export type SendUpdate = { percent?: number; bytesOnServer?: number }
type UploadProgress<T> = { offset: number; image: T | null }
type SendOptions<T> = {
  key: string
  /** Whether an earlier attempt may have transferred the file or a part of it. */
  isRetry: boolean
  /** The URL of the upload. Default: the library. */
  path?: string | undefined
  progress?: (key: string, signal: AbortSignal) => Promise<UploadProgress<T>>
  onUpdate: (update: SendUpdate) => void
  signal: AbortSignal
}

/**
 * Sends a file once. If it was sent before, first reads the result of the earlier attempt, so that the server does not
 * store the file twice.
 */
export async function sendFile<T = UploadedImage>(file: File, options: SendOptions<T>): Promise<T> {
  const {
    key,
    isRetry,
    onUpdate,
    signal,
    path,
    progress = readUploadProgress as NonNullable<SendOptions<T>['progress']>,
  } = options
  if (file.size === 0) throw new FileProblem('empty')
  signal.throwIfAborted()
  try {
    let offset = 0
    if (isRetry) {
      const uploadState = await withTimeout(signal, combinedSignal => progress(key, combinedSignal))
      if (uploadState.image) return uploadState.image
      offset = uploadState.offset
      onUpdate({ bytesOnServer: offset })
    }
    return await uploadFile(file, { key, onPercent: percent => onUpdate({ percent }), signal, offset, path })
  } catch (reason) {
    // Browsers report a local file that they cannot read as a network error.
    const isNetworkError = reason instanceof ApiError && reason.status === 0
    const problem = isNetworkError ? await FileProblem.of(file) : null
    throw problem ?? reason
  }
}

async function withTimeout<T>(signal: AbortSignal, request: (combinedSignal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = new AbortController()
  const timer = setTimeout(
    () => timeout.abort(new DOMException('No response in time', 'TimeoutError')),
    PROGRESS_TIMEOUT_MS,
  )
  return request(AbortSignal.any([signal, timeout.signal])).finally(() => clearTimeout(timer))
}
