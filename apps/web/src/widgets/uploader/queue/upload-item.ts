import type { http } from '@daymark/contracts'
import { needsUpgrade } from '../../../domain/plan/needs-upgrade.ts'
import { ApiError } from '../../../lib/api.ts'
import { uniqueId } from '../../../lib/unique-id.ts'
import { FileProblem } from './file-problem.ts'

const TOO_LARGE_FOR_PROXY =
  'This file is too large for this server: a proxy in front of it refused it. Ask the operator of this site to raise the limit.'
const REFUSED_BY_PROXY = 'A proxy or firewall in front of this server refused this file. Ask the operator of this site.'

/** 'Upload failed: 413', a sentence if there is one, and whether a better plan would have room. */
type UploadError = { text: string; reason: string | null; needsUpgrade?: boolean }
export type UploadItem = {
  id: string
  file: File
  state: 'waiting' | 'uploading' | 'complete' | 'error' | 'skipped'
  /** 0 to 100 of what is sent; 100 while still uploading means that the server has it and has not answered yet. */
  percent: number
  /** Bytes that the server holds of an interrupted upload. */
  held: number
  /** Attempts that failed although the server could be reached. */
  fails: number
  /** It was tried before. */
  isAgain: boolean
  /** Why the last attempt failed; unless the state is 'error' the queue tries again. */
  error: UploadError | null
  addedAt: number
  /** Null until the file is read. */
  sha256: string | null
  /** The photo that the library has of it already. */
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
  return { text: `Upload failed: ${reason.status}`, reason: sentenceOf(reason), ...more }
}

/** A refusal without one of Daymark's codes comes from a proxy in front of it. */
function sentenceOf({ status, code, sentence }: ApiError): string | null {
  if (code === 'unknown' && status === 413) return TOO_LARGE_FOR_PROXY
  if (code === 'unknown' && status >= 400 && status <= 499) return sentence ?? REFUSED_BY_PROXY
  return sentence
}
