import { BATCH_RENAME } from '@daymark/contracts'

export type Digits = (typeof BATCH_RENAME.digits)[number]
export type BatchRename = { baseName: string; startNumber: string; digits: Digits }

/** L-VAL-05: at least 0; an invalid number means 1. */
export function readStartNumber(text: string): number {
  const number = Number.parseInt(text, 10)
  return Number.isNaN(number) ? BATCH_RENAME.fallbackStart : Math.max(0, number)
}

/** L-VAL-06: the base name as typed plus the zero-padded number. Only the ends of the whole title are trimmed. */
export function newTitles({ baseName, startNumber, digits }: BatchRename, count: number): string[] {
  const start = readStartNumber(startNumber)
  return Array.from({ length: count }, (_, n) => `${baseName.trimStart()}${String(start + n).padStart(digits, '0')}`)
}

/** L-VAL-07 */
export function previewTitles(rename: BatchRename, count: number): { titles: string[]; more: number } {
  const shown = Math.min(count, BATCH_RENAME.previewCount)
  return { titles: newTitles(rename, shown), more: count - shown }
}

export const renameUpdates = (rename: BatchRename, photoIds: readonly string[]) => {
  const titles = newTitles(rename, photoIds.length)
  return photoIds.map((id, n) => ({ id, title: titles[n] ?? '' }))
}
