import type { UploadItem } from './upload-item.ts'

export type UploadCounts = { success: number; failed: number; skipped: number }
export type UploadState = {
  items: readonly UploadItem[]
  isRunning: boolean
  /** Why nothing is sent at the moment; the queue continues by itself. */
  waitsFor: string | null
  /** Duplicates are left out unless the person wants them. */
  withDuplicates: boolean
  /** What failed, kept after the list is cleared so that it can be tried again. */
  failed: readonly UploadItem[]
}

export const emptyState: UploadState = {
  items: [],
  isRunning: false,
  waitsFor: null,
  withDuplicates: false,
  failed: [],
}
