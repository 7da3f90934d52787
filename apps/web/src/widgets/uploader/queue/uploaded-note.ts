import type { UploadCounts } from './upload-item.ts'

/** Returns the message at the end of a batch, or null if no file succeeded. */
export function createUploadedNote({ success, skipped }: UploadCounts, isForAlbum = false): string | null {
  const uploaded = success === 1 ? '1 photo uploaded' : `${success} photos uploaded`
  const known = isForAlbum ? `${skipped} added from your library` : `${skipped} already in your library`
  if (skipped === 0) return success ? uploaded : null
  return success ? `${uploaded}, ${known}` : known
}
