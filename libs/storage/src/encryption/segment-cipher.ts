import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto'
import { release } from '../spare-buffers.ts'

export const SEGMENT = 65_536
export const TAG = 16
/** A segment as it is stored. */
export const SEALED = SEGMENT + TAG
export const CIPHER = 'aes-256-gcm'
/** Segments that are worked on and handed on at once: pieces as large as those of files. */
export const AT_ONCE = 8
/** What a block has to hold. */
export const BLOCK_ROOM = AT_ONCE * SEALED
/** Where the bytes lie that are to be sealed in a block: far enough in that what is written never reaches what is still to be read. */
export const LEAD = AT_ONCE * TAG

/** What opens and seals the segments of one object. As bytes: a KeyObject takes 40 µs on its way to a thread. */
export type DataKey = { key: Uint8Array; fixed: Uint8Array }
/** The same ready for use: a cipher that is made with bytes takes longer than a segment. */
export type ReadyKey = { key: KeyObject; fixed: Uint8Array }
export const readyKey = ({ key, fixed }: DataKey): ReadyKey => ({ key: createSecretKey(key), fixed })
/** `number`: of the first segment in the block. `isLast`: nothing comes behind its last one. */
export type Turn = { what: 'seal' | 'open'; bytes: number; number: number; isLast: boolean }

const TAG_LENGTH = { authTagLength: TAG }
const PREFIX = 7

/**
 * Seals what lies at LEAD in a block, or opens what lies at its beginning: what comes of it is at the beginning. Answers how many
 * bytes that are; undefined: it is not what was sealed, and what the block holds now is for nobody.
 */
export function workOn(block: Uint8Array, of: DataKey, { what, bytes, number, isLast }: Turn): number | undefined {
  const data = readyKey(of)
  const [size, lead] = what === 'seal' ? [SEGMENT, LEAD] : [SEALED, 0]
  const count = Math.max(1, Math.ceil(bytes / size))
  let filled = 0
  for (let n = 0; n < count; n++) {
    const segment = block.subarray(lead + n * size, lead + Math.min((n + 1) * size, bytes))
    const nonce = nonceOf(data, number + n, isLast && n === count - 1)
    const to = block.subarray(filled)
    const written = what === 'seal' ? sealSegment(segment, to, data, nonce) : openSegment(segment, to, data, nonce)
    if (written === undefined) return undefined
    filled += written
  }
  return filled
}

/** STREAM: the nonce of each segment is prefix, number and whether it is the last, so none can be left out or moved. */
export function nonceOf({ fixed }: Pick<DataKey, 'fixed'>, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.set(fixed.subarray(fixed.length - PREFIX))
  nonce.writeUInt32BE(number, PREFIX)
  nonce.writeUInt8(isLast ? 1 : 0, PREFIX + 4)
  return nonce
}

function sealSegment(plain: Uint8Array, to: Uint8Array, { key, fixed }: ReadyKey, nonce: Buffer): number {
  const cipher = createCipheriv(CIPHER, key, nonce, TAG_LENGTH).setAAD(fixed)
  moved(cipher.update(plain), to)
  cipher.final()
  to.set(cipher.getAuthTag(), plain.length)
  return plain.length + TAG
}

/** Undefined: it is damaged. */
export function openSegment(
  sealed: Uint8Array,
  to: Uint8Array,
  { key, fixed }: ReadyKey,
  nonce: Buffer,
): number | undefined {
  const size = sealed.length - TAG
  if (size < 0) return undefined
  // a copy: what is opened may be written over it
  const tag = Buffer.from(sealed.subarray(size))
  const decipher = createDecipheriv(CIPHER, key, nonce, TAG_LENGTH).setAAD(fixed).setAuthTag(tag)
  moved(decipher.update(sealed.subarray(0, size)), to)
  try {
    decipher.final()
  } catch {
    return undefined
  }
  return size
}

/** What Node answers is made anew each time. */
function moved(made: Buffer, to: Uint8Array): void {
  to.set(made)
  release(made)
}
