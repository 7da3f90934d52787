import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * Up to this size, the browser's own implementation is used: it is four times as fast, but needs the whole file in
 * memory.
 */
const MAX_WHOLE_FILE_BYTES = 64 * 1024 * 1024
const CHUNK_BYTES = 4 * 1024 * 1024

/** Memory for the content of a file. Files share it, because browsers release the memory of a file late. */
let sharedMemory = new ArrayBuffer(0)

/** Computes the hash of a file that fits into memory. */
async function digestFile(file: Blob): Promise<ArrayBuffer> {
  const reader = createByteReader(file)
  if (!reader) return crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  let memory = sharedMemory.byteLength < file.size ? new ArrayBuffer(file.size) : sharedMemory
  sharedMemory = new ArrayBuffer(0)
  let length = 0
  try {
    while (length < file.size) {
      // The stream owns the memory while it reads, and returns it with the bytes.
      const { value, done } = await reader.read(new Uint8Array(memory, length, file.size - length))
      if (done || !value) throw new Error('The file ended early')
      memory = value.buffer
      length += value.byteLength
    }
  } finally {
    // Browsers keep the buffer of a stream until it is closed.
    await reader.cancel()
  }
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(memory, 0, length))
  sharedMemory = memory
  return hash
}

/** Returns a reader that writes into given memory, or null: not all versions of Safari have it. */
function createByteReader(file: Blob) {
  try {
    return file.stream().getReader({ mode: 'byob' })
  } catch {
    return null
  }
}

/**
 * Returns the SHA-256 of a file in hex. Without HTTPS crypto.subtle does not exist, so the slower implementation is
 * used for all files.
 */
export async function sha256Of(file: Blob, maxWholeFileBytes = MAX_WHOLE_FILE_BYTES): Promise<string> {
  if (self.isSecureContext && file.size <= maxWholeFileBytes) return bytesToHex(new Uint8Array(await digestFile(file)))
  const hash = sha256.create()
  for (let offset = 0; offset < file.size; offset += CHUNK_BYTES)
    hash.update(new Uint8Array(await file.slice(offset, offset + CHUNK_BYTES).arrayBuffer()))
  return bytesToHex(hash.digest())
}
