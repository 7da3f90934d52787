import type { Patches } from '@daymark/contracts'
import type { Pieces } from '@daymark/storage'

type Edit = { at: number; end: number; content: Uint8Array | number }

/**
 * An object as its patches make it, or the part of it that begins at `start`. Sizes and offsets stay, so any range can be patched
 * by itself; only a chunk that changes is copied, as others may be looking at it.
 */
export function patched<T extends Pieces | Uint8Array>(content: T, patches?: Patches, start?: number): T
export function patched(content: Pieces | Uint8Array, patches: Patches = [], start = 0): Pieces | Uint8Array {
  if (patches.length === 0) return content
  const edits = patches.map(toEdit)
  return content instanceof Uint8Array ? editedCopy(content, edits, start) : editedPieces(content, edits, start)
}

async function* editedPieces(source: Pieces, edits: Edit[], start: number): AsyncGenerator<Uint8Array> {
  let at = start
  for await (const chunk of source) {
    yield editedCopy(chunk, edits, at)
    at += chunk.length
  }
}

function editedCopy(chunk: Uint8Array, edits: Edit[], start: number): Uint8Array {
  const end = start + chunk.length
  const due = edits.filter(edit => edit.at < end && edit.end > start)
  if (due.length === 0) return chunk
  const copy = Buffer.from(chunk)
  for (const { at, end: editEnd, content } of due) {
    const [from, to] = [Math.max(at, start), Math.min(editEnd, end)]
    if (typeof content === 'number') copy.fill(content, from - start, to - start)
    else copy.set(content.subarray(from - at, to - at), from - start)
  }
  return copy
}

function toEdit(patch: Patches[number]): Edit {
  const [at, what, value = 0] = patch
  if (typeof what === 'number') return { at, end: at + what, content: value }
  const content = Buffer.from(what, 'base64')
  return { at, end: at + content.length, content }
}
