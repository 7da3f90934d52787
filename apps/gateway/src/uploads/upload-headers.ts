import { errors } from '@daymark/contracts'
import type { Request } from 'express'

/** Request headers of an upload. */
export type UploadHeaders = {
  /** Idempotency-Key: a repeated upload with the same key creates one photo. */
  key: string | undefined
  /** `Upload-Resumable: ?1`: the client will continue if the connection is interrupted. */
  isResumable: boolean
  /** `Upload-Offset`: number of bytes sent by earlier requests with this key. */
  offset: number
}

export function uploadHeaders(request: Request): UploadHeaders {
  const given = request.get('idempotency-key')
  const key = given === undefined ? undefined : uploadKey(given)
  const offset = request.get('upload-offset')
  if (offset !== undefined && (key === undefined || !/^\d{1,15}$/.test(offset)))
    throw errors.INVALID_INPUT({ reason: 'Upload-Offset: Send a number of bytes, and an Idempotency-Key.' })
  const isResumable = key !== undefined && (offset !== undefined || request.get('upload-resumable') === '?1')
  return { key, isResumable, offset: Number(offset ?? 0) }
}

export function uploadKey(key: string): string {
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw errors.INVALID_INPUT({ reason: 'Idempotency-Key: Send 1 to 200 visible characters.' })
}

/** Typical size of the form around its file. */
const FORM_OVERHEAD = 2048
/** Size of the file, estimated from the length of the request. */
export const declaredSize = (request: Request): number =>
  Math.max(Number(request.get('content-length') ?? 0) - FORM_OVERHEAD, 0)
