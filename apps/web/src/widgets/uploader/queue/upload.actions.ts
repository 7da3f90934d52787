import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { ApiError, call, reportSessionError, parseJson } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { uniqueId } from '../../../lib/unique-id.ts'
import { isTemporary } from './retry.ts'

type UploadOptions = {
  /** 32 hex digits. */
  key: string
  onPercent: (percent: number) => void
  signal: AbortSignal
  /** Bytes that the server holds from earlier requests. */
  offset: number
  /** Default: the library. */
  path?: string | undefined
}

/** A stalled connection (sleep, network change) reports nothing for many minutes. */
const STALLED_MS = { sending: 60_000, answering: 300_000, checkEvery: 5000 }

/** `unchanged`: the photo whose file it was to replace has the same content. */
export type Sent = http.Image & { unchanged?: boolean }

/** Sends one file as a form with XMLHttpRequest, because fetch does not report upload progress. */
export function uploadFile<T>(file: File, options: UploadOptions): Promise<T> {
  const { key, onPercent, signal, offset, path = routes.uploadImage.path } = options
  const { method } = routes.uploadImage
  const name = `${method} ${path}`
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('file', offset ? file.slice(offset, file.size, file.type) : file, file.name)
    const stopWatching = abortWhenStalled(request, ({ loaded, total }) =>
      onPercent(total ? Math.floor(((offset + loaded) / (offset + total)) * 100) : 0),
    )
    request.onload = () => {
      const answer = parseJson(request.responseText)
      const isSuccess = request.status >= 200 && request.status <= 299
      if (isSuccess && answer) resolve(answer as T)
      else reject(refusal(name, isSuccess ? 0 : request.status, answer, request.getResponseHeader('Retry-After')))
    }
    request.onerror = () => reject(new ApiError(name, 0, null))
    request.onabort = () => reject(signal.aborted ? (signal.reason as Error) : new ApiError(name, 0, null))
    request.onloadend = stopWatching
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(method, path)
    request.withCredentials = true
    // The same file sent again under the same key is one photo, also if the first response was lost.
    request.setRequestHeader('idempotency-key', key)
    // All work of the server for this file, including later attempts, belongs to one trace (W3C Trace Context).
    request.setRequestHeader('traceparent', `00-${key}-${uniqueId().slice(16)}-01`)
    request.setRequestHeader('upload-resumable', '?1')
    if (offset > 0) request.setRequestHeader('upload-offset', String(offset))
    request.send(form)
  })
}

/** Status 0 for a success that is not from Daymark, such as a captive portal. */
const refusal = (name: string, status: number, answer: unknown, retryAfter: string | null) =>
  reportSessionError(
    routes.uploadImage.path,
    new ApiError(name, status, answer as Partial<http.ErrorAnswer> | null, retryAfter),
  )

function abortWhenStalled(request: XMLHttpRequest, onProgress: (sent: { loaded: number; total: number }) => void) {
  let last = { at: Date.now(), limit: STALLED_MS.sending }
  request.upload.onprogress = ({ loaded, total }) => {
    last = { at: Date.now(), limit: loaded < total ? STALLED_MS.sending : STALLED_MS.answering }
    onProgress({ loaded, total })
  }
  const timer = setInterval(() => Date.now() - last.at > last.limit && request.abort(), STALLED_MS.checkEvery)
  return () => clearInterval(timer)
}

/** The bytes of an interrupted upload that the server holds. */
export const uploadProgress = (key: string, signal: AbortSignal) => call(routes.getUpload, { params: { key }, signal })

/** Which of these files the library has. */
export const findKnown = (sha256: string[]) => call(routes.findKnownImages, { body: { sha256 } })

/**
 * L-UPL-13: after each upload the image is added to the album; a failure is only logged (L-UPL-19). A temporary failure is
 * thrown if the caller can retry.
 */
export async function addUploaded(albumId: string, imageId: string, canTryAgain: boolean) {
  try {
    await call(routes.addAlbumImages, { params: { id: albumId }, body: { image_id: imageId } })
  } catch (reason) {
    if (canTryAgain && isTemporary(reason)) throw reason
    logFailure('Adding the uploaded photo to the album failed', reason)
  }
}
