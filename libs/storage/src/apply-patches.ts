import type { Patches } from '@daymark/contracts'
import { fillBytes } from './buffer-pool.ts'
import type { Pieces } from './storage.ts'

type ByteEdit = { at: number; end: number; content: Uint8Array | number }

/**
 * Applies patches to an object or to the part of it that begins at `start`. Patches do not change sizes or offsets, so any range can be
 * patched separately. Pieces are edited in place; a buffer is copied before it is changed, because it may be shared.
 */
export function applyPatches<T extends Pieces | Uint8Array>(content: T, patches?: Patches, start?: number): T
export function applyPatches(content: Pieces | Uint8Array, patches: Patches = [], start = 0): Pieces | Uint8Array {
  if (patches.length === 0) return content
  const edits = patches.map(toEdit)
  return content instanceof Uint8Array ? editCopy(content, edits, start) : editPieces(content, edits, start)
}

async function* editPieces(source: Pieces, edits: ByteEdit[], start: number): AsyncGenerator<Uint8Array> {
  let at = start
  for await (const piece of source) {
    editInPlace(piece, selectEdits(piece, edits, at), at)
    yield piece
    at += piece.length
  }
}

function editCopy(content: Uint8Array, edits: ByteEdit[], start: number): Uint8Array {
  const overlappingEdits = selectEdits(content, edits, start)
  if (overlappingEdits.length === 0) return content
  const copy = Buffer.from(content)
  editInPlace(copy, overlappingEdits, start)
  return copy
}

const selectEdits = ({ length }: Uint8Array, edits: ByteEdit[], start: number): ByteEdit[] =>
  edits.filter(({ at, end }) => at < start + length && end > start)

function editInPlace(bytes: Uint8Array, edits: ByteEdit[], start: number): void {
  for (const { at, end, content } of edits) {
    const [from, to] = [Math.max(at, start), Math.min(end, start + bytes.length)]
    if (typeof content === 'number') fillBytes(bytes, content, from - start, to - start)
    else bytes.set(content.subarray(from - at, to - at), from - start)
  }
}

function toEdit(patch: Patches[number]): ByteEdit {
  const [at, kind, value = 0] = patch
  if (typeof kind === 'number') return { at, end: at + kind, content: value }
  const content = Buffer.from(kind, 'base64')
  return { at, end: at + content.length, content }
}
