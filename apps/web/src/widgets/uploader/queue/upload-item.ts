import type { http } from '@daymark/contracts'
import { needsUpgrade } from '../../../domain/plan/needs-upgrade.ts'
import { ApiError } from '../../../lib/api.ts'
import { uniqueId } from '../../../lib/unique-id.ts'
import { FileProblem } from './file-problem.ts'

const TOO_LARGE_FOR_PROXY =
  'This file is too large for this server: a proxy in front of it refused it. Ask the operator of this site to raise the limit.'
const REFUSED_BY_PROXY = 'A proxy or firewall in front of this server refused this file. Ask the operator of this site.'

/** 'Upload failed: 413', a message if there is one, and whether a better plan would have room. */
type UploadError = { text: string; reason: string | null; needsUpgrade?: boolean }
export type UploadItem = {
  id: string
  file: File
  state: 'waiting' | 'uploading' | 'complete' | 'error' | 'skipped'
  /** 0 to 100; 100 while uploading means that the server has the file and has not responded yet. */
  percent: number
  /** Bytes that the server holds of an interrupted upload. */
  held: number
  /** Attempts that failed although the server was reachable. */
  fails: number
  /** It was attempted before. */
  isAgain: boolean
  /** Why the last attempt failed; unless the state is 'error' the queue retries. */
  error: UploadError | null
  addedAt: number
  /** Null until the file is read. */
  sha256: string | null
  /** The existing photo in the library, if any. */
  known: http.Image | null
}

export const newItem = (file: File): UploadItem => ({
  id: uniqueId(),
  file,
  state: 'waiting',
  percent: 0,
  held: 0,
  fails: 0,
  isAgain: false,
  error: null,
  addedAt: Date.now(),
  sha256: null,
  known: null,
})

export const tryAgain = (item: UploadItem): UploadItem => ({
  ...item,
  state: 'waiting',
  percent: 0,
  fails: 0,
  isAgain: true,
  error: null,
})

export function uploadError(reason: unknown): UploadError {
  if (reason instanceof FileProblem) return { text: 'Upload failed', reason: reason.message }
  if (!(reason instanceof ApiError) || reason.status === 0) return { text: 'Upload failed', reason: null }
  const more = needsUpgrade(reason) ? { needsUpgrade: true } : {}
  return { text: `Upload failed: ${reason.status}`, reason: explain(reason), ...more }
}

/** A refusal without one of Daymark's codes comes from a proxy in front of it. */
function explain({ status, code, serverMessage }: ApiError): string | null {
  if (code === 'unknown' && status === 413) return TOO_LARGE_FOR_PROXY
  if (code === 'unknown' && status >= 400 && status <= 499) return serverMessage ?? REFUSED_BY_PROXY
  return serverMessage
}
