import type { Patches } from '@daymark/contracts'
import { fillBytes } from './buffer-pool.ts'
import type { ByteStream } from './storage.ts'

type ByteEdit = { start: number; end: number; content: Uint8Array | number }

/**
 * Applies patches to an object or to the part of it that begins at `start`. Patches do not change sizes or offsets, so any range can be
 * patched separately. The pieces of a stream are edited in place; a buffer is copied before it is changed, because it may be shared.
 */
export function applyPatches<T extends ByteStream | Uint8Array>(content: T, patches?: Patches, start?: number): T
export function applyPatches(
  content: ByteStream | Uint8Array,
  patches: Patches = [],
  start = 0,
): ByteStream | Uint8Array {
  if (patches.length === 0) return content
  const edits = patches.map(toEdit)
  return content instanceof Uint8Array ? editCopy(content, edits, start) : editPieces(content, edits, start)
}

async function* editPieces(source: ByteStream, edits: ByteEdit[], start: number): AsyncGenerator<Uint8Array> {
  let pieceStart = start
  for await (const piece of source) {
    editInPlace(piece, selectEdits(piece, edits, pieceStart), pieceStart)
    yield piece
    pieceStart += piece.length
  }
}

function editCopy(content: Uint8Array, edits: ByteEdit[], start: number): Uint8Array {
  const overlappingEdits = selectEdits(content, edits, start)
  if (overlappingEdits.length === 0) return content
  const copy = Buffer.from(content)
  editInPlace(copy, overlappingEdits, start)
  return copy
}

const selectEdits = ({ length }: Uint8Array, edits: ByteEdit[], offset: number): ByteEdit[] =>
  edits.filter(({ start, end }) => start < offset + length && end > offset)

/** Applies edits to the bytes that begin at `offset` of the object. */
function editInPlace(bytes: Uint8Array, edits: ByteEdit[], offset: number): void {
  for (const { start, end, content } of edits) {
    const [from, to] = [Math.max(start, offset), Math.min(end, offset + bytes.length)]
    if (typeof content === 'number') fillBytes(bytes, content, from - offset, to - offset)
    else bytes.set(content.subarray(from - start, to - start), from - offset)
  }
}

function toEdit(patch: Patches[number]): ByteEdit {
  const [start, lengthOrBase64, value = 0] = patch
  if (typeof lengthOrBase64 === 'number') return { start, end: start + lengthOrBase64, content: value }
  const content = Buffer.from(lengthOrBase64, 'base64')
  return { start, end: start + content.length, content }
}
