import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** The browser's own implementation is four times as fast, but needs the whole file in memory. */
const WHOLE_UP_TO = 64 * 1024 * 1024
const PIECE = 4 * 1024 * 1024

/** The SHA-256 of a file in hex. crypto.subtle needs the whole file at once and does not exist without HTTPS. */
export async function sha256Of(file: Blob, wholeUpTo = WHOLE_UP_TO): Promise<string> {
  if (self.isSecureContext && file.size <= wholeUpTo)
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())))
  const sum = sha256.create()
  for (let at = 0; at < file.size; at += PIECE)
    sum.update(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()))
  return bytesToHex(sum.digest())
}
