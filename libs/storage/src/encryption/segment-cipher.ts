import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto'
import { freeMemory } from '../buffer-pool.ts'

export const SEGMENT_LENGTH = 65_536
export const TAG_LENGTH = 16
/** Stored size of a full segment in bytes. */
export const SEALED_SEGMENT_LENGTH = SEGMENT_LENGTH + TAG_LENGTH
export const CIPHER = 'aes-256-gcm'
/** Number of segments per block. It is chosen so that blocks have the size of file reads. */
export const SEGMENTS_PER_BLOCK = 8
/** Size of a block in bytes. */
export const BLOCK_LENGTH = SEGMENTS_PER_BLOCK * SEALED_SEGMENT_LENGTH
/** Offset of the plain bytes in a block that is encrypted in place, so that output never overwrites input that has not been read. */
export const PLAIN_OFFSET = SEGMENTS_PER_BLOCK * TAG_LENGTH

/**
 * The key of the segments of one object, and the fixed bytes of its header. The key is in bytes, because posting a KeyObject to a thread
 * takes 40 µs.
 */
export type DataKey = { key: Uint8Array; fixedHeaderBytes: Uint8Array }
/** A DataKey with a KeyObject, because creating a cipher from plain bytes takes longer than processing a segment. */
type CipherKey = { key: KeyObject; fixedHeaderBytes: Uint8Array }
export const toCipherKey = ({ key, fixedHeaderBytes }: DataKey): CipherKey => ({
  key: createSecretKey(key),
  fixedHeaderBytes,
})
/**
 * Work on a block. `bytes`: length of the input. `firstSegment`: number of the first segment in the block. `isLast`: whether the block is
 * the last of the object.
 */
export type BlockTask = { operation: 'encrypt' | 'decrypt'; bytes: number; firstSegment: number; isLast: boolean }

const CIPHER_OPTIONS = { authTagLength: TAG_LENGTH }
const NONCE_PREFIX_LENGTH = 7

/**
 * Encrypts the bytes at PLAIN_OFFSET, or decrypts the bytes at the beginning of a block. The result is at the beginning of the block.
 * Returns its length; undefined if authentication failed, in which case the block must not be used.
 */
export function processBlock(
  block: Uint8Array,
  dataKey: DataKey,
  { operation, bytes, firstSegment, isLast }: BlockTask,
): number | undefined {
  const cipherKey = toCipherKey(dataKey)
  const [segmentLength, inputOffset] =
    operation === 'encrypt' ? [SEGMENT_LENGTH, PLAIN_OFFSET] : [SEALED_SEGMENT_LENGTH, 0]
  const count = Math.max(1, Math.ceil(bytes / segmentLength))
  let outputLength = 0
  for (let n = 0; n < count; n++) {
    const segment = block.subarray(
      inputOffset + n * segmentLength,
      inputOffset + Math.min((n + 1) * segmentLength, bytes),
    )
    const nonce = createNonce(cipherKey, firstSegment + n, isLast && n === count - 1)
    const target = block.subarray(outputLength)
    const written =
      operation === 'encrypt'
        ? encryptSegment(segment, target, cipherKey, nonce)
        : decryptSegment(segment, target, cipherKey, nonce)
    if (written === undefined) return undefined
    outputLength += written
  }
  return outputLength
}

/** STREAM construction: the nonce consists of prefix, segment number and last-segment flag, so segments cannot be removed or reordered. */
export function createNonce(
  { fixedHeaderBytes }: Pick<DataKey, 'fixedHeaderBytes'>,
  segmentNumber: number,
  isLast: boolean,
): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.set(fixedHeaderBytes.subarray(fixedHeaderBytes.length - NONCE_PREFIX_LENGTH))
  nonce.writeUInt32BE(segmentNumber, NONCE_PREFIX_LENGTH)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_PREFIX_LENGTH + 4)
  return nonce
}

function encryptSegment(
  plain: Uint8Array,
  target: Uint8Array,
  { key, fixedHeaderBytes }: CipherKey,
  nonce: Buffer,
): number {
  const cipher = createCipheriv(CIPHER, key, nonce, CIPHER_OPTIONS).setAAD(fixedHeaderBytes)
  copyAndFree(cipher.update(plain), target)
  cipher.final()
  target.set(cipher.getAuthTag(), plain.length)
  return plain.length + TAG_LENGTH
}

/** Decrypts one segment into `target`. Returns the number of bytes; undefined if authentication failed. */
export function decryptSegment(
  sealed: Uint8Array,
  target: Uint8Array,
  { key, fixedHeaderBytes }: CipherKey,
  nonce: Buffer,
): number | undefined {
  const size = sealed.length - TAG_LENGTH
  if (size < 0) return undefined
  // The tag is copied, because the output may overwrite it.
  const tag = Buffer.from(sealed.subarray(size))
  const decipher = createDecipheriv(CIPHER, key, nonce, CIPHER_OPTIONS).setAAD(fixedHeaderBytes).setAuthTag(tag)
  copyAndFree(decipher.update(sealed.subarray(0, size)), target)
  try {
    decipher.final()
  } catch {
    return undefined
  }
  return size
}

/** Copies a buffer that Node allocated, and frees the buffer immediately. */
function copyAndFree(result: Buffer, target: Uint8Array): void {
  target.set(result)
  freeMemory(result)
}
