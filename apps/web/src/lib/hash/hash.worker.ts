import { Sha256 } from './sha256.ts'

/** The browser's own hash is four times as fast, but takes a file only as a whole. */
const WHOLE_UP_TO = 64 * 1024 * 1024
const PIECE = 4 * 1024 * 1024

const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('')

async function hash(file: File): Promise<string> {
  if (self.isSecureContext && file.size <= WHOLE_UP_TO)
    return hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  const sum = new Sha256()
  for (let at = 0; at < file.size; at += PIECE)
    sum.update(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()))
  return sum.hex()
}

/** Answers each file with its SHA-256 in hex, or null if it cannot be read. */
self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  const answer = (sha256: string | null) => self.postMessage(sha256)
  hash(data).then(answer, () => answer(null))
})
