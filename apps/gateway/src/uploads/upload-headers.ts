import { errors } from '@daymark/contracts'
import type { Request } from 'express'

/** What a client says of its upload beside the form. */
export type UploadHeaders = {
  /** The same upload sent again under the same key is one photo. */
  key: string | undefined
  /** `Upload-Resumable: ?1`: should the connection break, the client means to go on from there. */
  isResumable: boolean
  /** `Upload-Offset`: so much of the file came with earlier requests under this key. */
  offset: number
}

export function uploadHeaders(request: Request): UploadHeaders {
  const given = request.get('idempotency-key')
  const key = given === undefined ? undefined : uploadKey(given)
  const offset = request.get('upload-offset')
  if (offset !== undefined && (key === undefined || !/^\d{1,15}$/.test(offset)))
    throw errors.INVALID_INPUT({ reason: 'Upload-Offset: a number of bytes and an Idempotency-Key are needed' })
  const isResumable = key !== undefined && (offset !== undefined || request.get('upload-resumable') === '?1')
  return { key, isResumable, offset: Number(offset ?? 0) }
}

export function uploadKey(key: string): string {
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw errors.INVALID_INPUT({ reason: 'Idempotency-Key: 1 to 200 visible characters are needed' })
}

/** What a form adds to its file; the declared length only estimates the file's. */
const FORM_OVERHEAD = 2048
/** Of the file, as nearly as the length of the whole request shows. */
export const declaredSize = (request: Request): number =>
  Math.max(Number(request.get('content-length') ?? 0) - FORM_OVERHEAD, 0)
