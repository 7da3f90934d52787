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

/** Reads a file that fits into memory. */
async function readFile(file: Blob): Promise<BufferSource> {
  const reader = createByteReader(file)
  if (!reader) return file.arrayBuffer()
  if (sharedMemory.byteLength < file.size) sharedMemory = new ArrayBuffer(file.size)
  let length = 0
  while (length < file.size) {
    // The stream owns the memory while it reads, and returns it with the bytes.
    const { value, done } = await reader.read(new Uint8Array(sharedMemory, length, file.size - length))
    if (done || !value) throw new Error('The file ended early')
    sharedMemory = value.buffer
    length += value.byteLength
  }
  return new Uint8Array(sharedMemory, 0, length)
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
  if (self.isSecureContext && file.size <= maxWholeFileBytes)
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await readFile(file))))
  const hash = sha256.create()
  for (let offset = 0; offset < file.size; offset += CHUNK_BYTES)
    hash.update(new Uint8Array(await file.slice(offset, offset + CHUNK_BYTES).arrayBuffer()))
  return bytesToHex(hash.digest())
}
