import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { ApiError, call, reportSessionError, parseJson } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { uniqueId } from '../../../lib/unique-id.ts'
import { isTemporary } from './retry.ts'

type UploadOptions = {
  /** The idempotency key: 32 hex digits. */
  key: string
  onPercent: (percent: number) => void
  signal: AbortSignal
  /** The number of bytes that the server has from earlier requests. */
  offset: number
  /** The URL of the upload. Default: the library. */
  path?: string | undefined
}

/**
 * An upload without progress for this time is aborted, because after sleep or a network change browsers report no error
 * for many minutes. `responding`: time for the response after all bytes were sent.
 */
const STALL_LIMITS_MS = { sending: 60_000, responding: 300_000, checkInterval: 5000 }

/** The uploaded photo. `unchanged` true: the file is identical to that of the replaced photo. */
export type UploadedImage = http.Image & { unchanged?: boolean }

/** Uploads a file as a form. Uses XMLHttpRequest, because fetch does not report upload progress. */
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
      const body = parseJson(request.responseText)
      const isSuccess = request.status >= 200 && request.status <= 299
      if (isSuccess && body) resolve(body as T)
      else reject(toApiError(name, isSuccess ? 0 : request.status, body, request.getResponseHeader('Retry-After')))
    }
    request.onerror = () => reject(new ApiError(name, 0, null))
    request.onabort = () => reject(signal.aborted ? (signal.reason as Error) : new ApiError(name, 0, null))
    request.onloadend = stopWatching
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(method, path)
    request.withCredentials = true
    // With this header, the server stores one photo per key, even if a response was lost and the file is sent again.
    request.setRequestHeader('idempotency-key', key)
    // The processing of the file, including retries, belongs to one trace (W3C Trace Context).
    request.setRequestHeader('traceparent', `00-${key}-${uniqueId().slice(16)}-01`)
    request.setRequestHeader('upload-resumable', '?1')
    if (offset > 0) request.setRequestHeader('upload-offset', String(offset))
    request.send(form)
  })
}

/**
 * Creates the error of a rejected upload. Status 0: the response is not from Daymark, for example from a captive
 * portal.
 */
const toApiError = (name: string, status: number, body: unknown, retryAfter: string | null) =>
  reportSessionError(
    routes.uploadImage.path,
    new ApiError(name, status, body as Partial<http.ErrorAnswer> | null, retryAfter),
  )

function abortWhenStalled(request: XMLHttpRequest, onProgress: (progress: { loaded: number; total: number }) => void) {
  let lastProgress = { at: Date.now(), limit: STALL_LIMITS_MS.sending }
  request.upload.onprogress = ({ loaded, total }) => {
    lastProgress = { at: Date.now(), limit: loaded < total ? STALL_LIMITS_MS.sending : STALL_LIMITS_MS.responding }
    onProgress({ loaded, total })
  }
  const timer = setInterval(
    () => Date.now() - lastProgress.at > lastProgress.limit && request.abort(),
    STALL_LIMITS_MS.checkInterval,
  )
  return () => clearInterval(timer)
}

/** Reads how many bytes of an interrupted upload the server has. */
export const readUploadProgress = (key: string, signal: AbortSignal) =>
  call(routes.getUpload, { params: { key }, signal })

/** Returns the photos of the library whose files have these hashes. */
export const findKnownFiles = (sha256: string[]) => call(routes.findKnownImages, { body: { sha256 } })

/**
 * L-UPL-13: adds an uploaded photo to the album. A failure is only logged (L-UPL-19). With `canTryAgain`, temporary
 * failures are thrown.
 */
export async function addUploadedToAlbum(albumId: string, imageId: string, canTryAgain: boolean) {
  try {
    await call(routes.addAlbumImages, { params: { id: albumId }, body: { image_id: imageId } })
  } catch (reason) {
    if (canTryAgain && isTemporary(reason)) throw reason
    logFailure('Adding the uploaded photo to the album failed', reason)
  }
}
