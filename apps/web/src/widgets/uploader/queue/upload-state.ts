import type { UploadItem } from './upload-item.ts'

export type UploadCounts = { success: number; failed: number; skipped: number }
export type UploadState = {
  items: readonly UploadItem[]
  isRunning: boolean
  /** Why no file is being sent; the queue continues automatically. */
  waitsFor: string | null
  /** Duplicates are skipped unless the user wants them. */
  withDuplicates: boolean
  /** Failed files stay after the list is cleared, so that they can be retried. */
  failed: readonly UploadItem[]
}

export const emptyState: UploadState = {
  items: [],
  isRunning: false,
  waitsFor: null,
  withDuplicates: false,
  failed: [],
}
