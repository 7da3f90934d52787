import type { http } from '@daymark/contracts'
import { needsUpgrade } from '../../../domain/plan/needs-upgrade.ts'
import { ApiError } from '../../../lib/api.ts'
import { uniqueId } from '../../../lib/unique-id.ts'

export type UploadItem = {
  id: string
  file: File
  state: 'waiting' | 'uploading' | 'complete' | 'error' | 'skipped'
  /** 0 to 100 of what is sent; 100 while still uploading means that the server has it and has not answered yet. */
  percent: number
  /** The connection was lost and is being tried again. */
  isReconnecting: boolean
  /** Nothing is taken at the moment, and why. */
  waitsFor?: string | null
  /** It was tried before. */
  isAgain: boolean
  /** 'Upload failed: 413', the server's sentence if it gave one, and whether a better plan would have room. */
  error: { text: string; reason: string | null; needsUpgrade?: boolean } | null
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
  isReconnecting: false,
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
  isAgain: true,
  error: null,
})

export function uploadError(reason: unknown): UploadItem['error'] {
  if (!(reason instanceof ApiError) || reason.status === 0) return { text: 'Upload failed', reason: null }
  const more = needsUpgrade(reason) ? { needsUpgrade: true } : {}
  return { text: `Upload failed: ${reason.status}`, reason: reason.sentence, ...more }
}
