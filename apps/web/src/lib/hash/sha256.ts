import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * Up to this size, the browser's own implementation is used: it is four times as fast, but needs the whole file in
 * memory.
 */
const MAX_WHOLE_FILE_BYTES = 64 * 1024 * 1024
const CHUNK_BYTES = 4 * 1024 * 1024

/**
 * Returns the SHA-256 of a file in hex. Without HTTPS crypto.subtle does not exist, so the slower implementation is
 * used for all files.
 */
export async function sha256Of(file: Blob, maxWholeFileBytes = MAX_WHOLE_FILE_BYTES): Promise<string> {
  if (self.isSecureContext && file.size <= maxWholeFileBytes)
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())))
  const hash = sha256.create()
  for (let offset = 0; offset < file.size; offset += CHUNK_BYTES)
    hash.update(new Uint8Array(await file.slice(offset, offset + CHUNK_BYTES).arrayBuffer()))
  return bytesToHex(hash.digest())
}
