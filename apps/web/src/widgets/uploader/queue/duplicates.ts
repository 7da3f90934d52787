import type { UploadItem } from './upload-item.ts'

/** Why a file need not be uploaded: it is in the library, or earlier in this list. */
export type Duplicate = 'in-library' | 'in-list'

/** By the ids of the items. An earlier file counts only while it has not failed. */
export function duplicatesOf(items: readonly UploadItem[]): ReadonlyMap<string, Duplicate> {
  const found = new Map<string, Duplicate>()
  const seen = new Set<string>()
  for (const { id, sha256, known, state } of items) {
    if (known) found.set(id, 'in-library')
    else if (sha256 && seen.has(sha256)) found.set(id, 'in-list')
    if (sha256 && state !== 'error') seen.add(sha256)
  }
  return found
}
