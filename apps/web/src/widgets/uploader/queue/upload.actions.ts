import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { ApiError, call, failure, parseJson } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { uniqueId } from '../../../lib/unique-id.ts'

type UploadOptions = {
  /** 32 digits in hex. */
  key: string
  onPercent: (percent: number) => void
  signal: AbortSignal
  /** Given: should the connection break, another request goes on. So many bytes came with earlier ones. */
  offset?: number | undefined
  /** Where it goes; the library, unless said otherwise. */
  path?: string | undefined
}

/** Nothing is taken at the moment; how long the server would have us wait, where it says so. */
export class Maintained extends ApiError {
  readonly waitMs: number | null
  constructor(call: string, answer: Partial<http.ErrorAnswer>, retryAfter: string | null) {
    super(call, 503, answer)
    const seconds = Number(retryAfter)
    this.waitMs = seconds > 0 ? seconds * 1000 : null
  }
}

/** `unchanged`: the photo whose file it was to replace has these very bytes. */
export type Sent = http.Image & { unchanged?: boolean }

/** One file as a form, through XMLHttpRequest: fetch does not report the progress of what is sent. */
export function uploadFile<T>(file: File, options: UploadOptions): Promise<T> {
  const { key, onPercent, signal, offset, path = routes.uploadImage.path } = options
  const { method } = routes.uploadImage
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const name = `${method} ${path}`
    const form = new FormData()
    const before = offset ?? 0
    form.append('file', before ? file.slice(before, file.size, file.type) : file, file.name)
    request.upload.onprogress = ({ loaded, total }) =>
      onPercent(total ? Math.floor(((before + loaded) / (before + total)) * 100) : 0)
    request.onload = () => {
      const answer = parseJson(request.responseText)
      if (request.status >= 200 && request.status <= 299) resolve(answer as T)
      else reject(refusal(name, request, answer as Partial<http.ErrorAnswer> | null))
    }
    request.onerror = () => reject(new ApiError(name, 0, null))
    request.onabort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(method, path)
    request.withCredentials = true
    // The same file sent again under the same key is one photo, also if the first answer was lost.
    request.setRequestHeader('idempotency-key', key)
    // What the server does for this file, also later and with every further try, is one trace (W3C Trace Context).
    request.setRequestHeader('traceparent', `00-${key}-${uniqueId().slice(16)}-01`)
    if (offset !== undefined) request.setRequestHeader('upload-resumable', '?1')
    if (before > 0) request.setRequestHeader('upload-offset', String(before))
    request.send(form)
  })
}

function refusal(name: string, request: XMLHttpRequest, answer: Partial<http.ErrorAnswer> | null) {
  if (answer?.code === 'maintenance') return new Maintained(name, answer, request.getResponseHeader('Retry-After'))
  return failure(routes.uploadImage.path, new ApiError(name, request.status, answer))
}

/** How much of an interrupted upload the server holds. */
export const uploadProgress = (key: string, signal: AbortSignal) => call(routes.getUpload, { params: { key }, signal })

/** Which of these files the library has. */
export const findKnown = (sha256: string[]) => call(routes.findKnownImages, { body: { sha256 } })

/** L-UPL-13: each upload is followed by adding the image to the album; if that fails it is logged only (L-UPL-19). */
export async function addUploaded(albumId: string, imageId: string) {
  await call(routes.addAlbumImages, { params: { id: albumId }, body: { image_id: imageId } }).catch((reason: unknown) =>
    logFailure('Adding the uploaded photo to the album failed', reason),
  )
}
