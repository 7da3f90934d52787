import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { verifyHash, HashMismatch, ObjectDamaged, ObjectMissing, type Pieces, type Storage } from '@daymark/storage'
import { ManifestDamaged } from './manifest.ts'
import type { Part } from './part-writer.ts'

/** Whether the error means that the stored bytes changed. Other errors may be temporary. */
export const isDamageError = (error: unknown): boolean =>
  [ObjectMissing, ObjectDamaged, HashMismatch, SyntaxError, ManifestDamaged].some(type => error instanceof type) ||
  String((error as { code?: unknown } | null)?.code).startsWith('Z_')

/** Lines of a part in groups. The last group is returned only after the whole part matched its hash. */
export async function* readPart<T>(store: Storage, part: Part, group = 500): AsyncGenerator<T[]> {
  const packed = Readable.from(copied(verifyHash(await store.get(part.key), part.sha256)))
  const unpacked = createGunzip()
  packed.once('error', error => unpacked.destroy(error))
  packed.pipe(unpacked)
  let lines: T[] = []
  let previous: T[] | undefined
  for await (const line of linesOf(unpacked)) {
    lines.push(JSON.parse(line) as T)
    if (lines.length < group) continue
    if (previous) yield previous
    previous = lines
    lines = []
  }
  if (previous) yield previous
  if (lines.length > 0) yield lines
}

/** The store reuses the buffer of a piece for the next one, but a stream reads ahead, so pieces are copied. */
async function* copied(pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

/** The iterator of `readline` does not report errors of the stream. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let incompleteLine = ''
  for await (const piece of stream) {
    const lines = (incompleteLine + decoder.decode(piece, { stream: true })).split('\n')
    incompleteLine = lines.pop() ?? ''
    yield* lines
  }
  if (incompleteLine !== '') yield incompleteLine
}
