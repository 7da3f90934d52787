import type { http } from '@daymark/contracts'
import { needsUpgrade } from '../../../domain/plan/needs-upgrade.ts'
import { ApiError } from '../../../lib/api.ts'
import { uniqueId } from '../../../lib/unique-id.ts'

const TOO_LARGE_FOR_PROXY =
  'This file is too large for this server: a proxy in front of the server rejected it. Ask the operator of this site to raise the limit.'
const REJECTED_BY_PROXY =
  'A proxy or firewall in front of this server rejected this file. Ask the operator of this site.'

/**
 * The error of an upload: a text such as 'Upload failed: 413', a reason if known, and whether a higher plan would solve
 * it.
 */
type UploadError = { text: string; reason: string | null; needsUpgrade?: boolean }
export type UploadItem = {
  id: string
  file: File
  state: 'waiting' | 'uploading' | 'complete' | 'error' | 'skipped'
  /** 0 to 100. While uploading, 100 means that the server has the file but has not responded yet. */
  percent: number
  /** The number of bytes of an interrupted upload that the server has. */
  bytesOnServer: number
  /** The number of attempts that failed although the server was reachable. */
  failedAttempts: number
  /** Whether the file was sent before. */
  isRetry: boolean
  /** The error of the last attempt. The queue retries unless the state is 'error'. */
  error: UploadError | null
  /** Null until the hash is computed. */
  sha256: string | null
  /** The photo of the library with the same content, or null. */
  existingPhoto: http.Image | null
}

export const createItem = (file: File): UploadItem => ({
  id: uniqueId(),
  file,
  state: 'waiting',
  percent: 0,
  bytesOnServer: 0,
  failedAttempts: 0,
  isRetry: false,
  error: null,
  sha256: null,
  existingPhoto: null,
})

export const resetForRetry = (item: UploadItem): UploadItem => ({
  ...item,
  state: 'waiting',
  percent: 0,
  failedAttempts: 0,
  isRetry: true,
  error: null,
})

export function toUploadError(reason: unknown): UploadError {
  if (reason instanceof FileProblem) return { text: 'Upload failed', reason: reason.message }
  if (!(reason instanceof ApiError) || reason.status === 0) return { text: 'Upload failed', reason: null }
  const upgradeHint = needsUpgrade(reason) ? { needsUpgrade: true } : {}
  return { text: `Upload failed: ${reason.status}`, reason: explainRejection(reason), ...upgradeHint }
}

/**
 * Returns the reason of a rejection by the server. Null if the response contains none of Daymark's codes, because it
 * then comes from a proxy.
 */
function explainRejection({ status, code, serverMessage }: ApiError): string | null {
  if (code === 'unknown' && status === 413) return TOO_LARGE_FOR_PROXY
  if (code === 'unknown' && status >= 400 && status <= 499) return serverMessage ?? REJECTED_BY_PROXY
  return serverMessage
}

const FILE_PROBLEM_TEXTS = {
  empty: 'This file is empty. If it is kept in a cloud folder, download it to this device first.',
  missing: 'This file is no longer on this device. Choose it again.',
  changed: 'This file was changed after you chose it, or it can no longer be read. Choose it again.',
}

/** A problem of a local file that prevents its upload. */
export class FileProblem extends Error {
  override name = 'FileProblem'
  constructor(kind: keyof typeof FILE_PROBLEM_TEXTS) {
    super(FILE_PROBLEM_TEXTS[kind])
  }

  /** Returns the problem of a file, or null. Browsers refuse to read a file that changed after the user chose it. */
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
  /** Whether files are being sent. Also true while the user has paused them. */
  isRunning: boolean
  /** Whether the user paused the uploads. */
  isPaused: boolean
  /** Why the uploads wait, or null. The queue continues automatically. */
  waitReason: string | null
  /** Whether duplicates are uploaded instead of skipped. */
  includesDuplicates: boolean
  /** Failed files of lists that were cleared. The user can retry them. */
  failed: readonly UploadItem[]
}

export const EMPTY_STATE: UploadState = {
  items: [],
  isRunning: false,
  isPaused: false,
  waitReason: null,
  includesDuplicates: false,
  failed: [],
}
