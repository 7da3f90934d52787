import type { Patches } from '@daymark/contracts'
import { fillBytes } from './buffer-pool.ts'
import type { Pieces } from './storage.ts'

type Edit = { at: number; end: number; content: Uint8Array | number }

/**
 * Applies patches to an object or to the part of it that begins at `start`. Patches do not change sizes or offsets, so any range can be
 * patched separately. Pieces are edited in place; a buffer is copied before it is changed, because it may be shared.
 */
export function applyPatches<T extends Pieces | Uint8Array>(content: T, patches?: Patches, start?: number): T
export function applyPatches(content: Pieces | Uint8Array, patches: Patches = [], start = 0): Pieces | Uint8Array {
  if (patches.length === 0) return content
  const edits = patches.map(toEdit)
  return content instanceof Uint8Array ? editedCopy(content, edits, start) : editedPieces(content, edits, start)
}

async function* editedPieces(source: Pieces, edits: Edit[], start: number): AsyncGenerator<Uint8Array> {
  let at = start
  for await (const piece of source) {
    edit(piece, editsIn(piece, edits, at), at)
    yield piece
    at += piece.length
  }
}

function editedCopy(content: Uint8Array, edits: Edit[], start: number): Uint8Array {
  const due = editsIn(content, edits, start)
  if (due.length === 0) return content
  const copy = Buffer.from(content)
  edit(copy, due, start)
  return copy
}

const editsIn = ({ length }: Uint8Array, edits: Edit[], start: number): Edit[] =>
  edits.filter(({ at, end }) => at < start + length && end > start)

function edit(bytes: Uint8Array, edits: Edit[], start: number): void {
  for (const { at, end, content } of edits) {
    const [from, to] = [Math.max(at, start), Math.min(end, start + bytes.length)]
    if (typeof content === 'number') fillBytes(bytes, content, from - start, to - start)
    else bytes.set(content.subarray(from - at, to - at), from - start)
  }
}

function toEdit(patch: Patches[number]): Edit {
  const [at, kind, value = 0] = patch
  if (typeof kind === 'number') return { at, end: at + kind, content: value }
  const content = Buffer.from(kind, 'base64')
  return { at, end: at + content.length, content }
}
