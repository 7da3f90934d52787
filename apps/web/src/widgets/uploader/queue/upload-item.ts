import type { http } from '@daymark/contracts'
import { needsUpgrade } from '../../../domain/plan/needs-upgrade.ts'
import { ApiError } from '../../../lib/api.ts'
import { uniqueId } from '../../../lib/unique-id.ts'

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
  isRetry: boolean
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
  isRetry: false,
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
  isRetry: true,
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

const SENTENCES = {
  empty: 'This file is empty. If it is kept in a cloud folder, download it to this device first.',
  missing: 'This file is no longer on this device. Choose it again.',
  changed: 'This file was changed after you chose it, or it can no longer be read. Choose it again.',
}

/** A local problem: the file cannot be sent. */
export class FileProblem extends Error {
  override name = 'FileProblem'
  constructor(kind: keyof typeof SENTENCES) {
    super(SENTENCES[kind])
  }

  /** Browsers refuse to read a file whose size or modification time has changed since it was chosen. */
  static async of(file: File): Promise<FileProblem | null> {
    try {
      await file.slice(0, 1).arrayBuffer()
      return null
    } catch (reason) {
      if (!(reason instanceof DOMException)) return null
      return new FileProblem(reason.name === 'NotFoundError' ? 'missing' : 'changed')
    }
  }
}

export type UploadCounts = { success: number; failed: number; skipped: number }
export type UploadState = {
  items: readonly UploadItem[]
  isRunning: boolean
  /** Why no file is being sent; the queue continues automatically. */
  waitReason: string | null
  /** Duplicates are skipped unless the user wants them. */
  withDuplicates: boolean
  /** Failed files stay after the list is cleared, so that they can be retried. */
  failed: readonly UploadItem[]
}

export const emptyState: UploadState = {
  items: [],
  isRunning: false,
  waitReason: null,
  withDuplicates: false,
  failed: [],
}
