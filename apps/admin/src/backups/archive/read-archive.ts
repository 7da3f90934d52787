import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { verifyHash, HashMismatch, ObjectDamaged, ObjectMissing, type Pieces, type Storage } from '@daymark/storage'
import { ManifestDamaged } from './manifest.ts'
import type { Part } from './part-writer.ts'

/** What reading a part says where its bytes are not those that were written; everything else may be over soon. */
export const isDamage = (error: unknown): boolean =>
  [ObjectMissing, ObjectDamaged, HashMismatch, SyntaxError, ManifestDamaged].some(type => error instanceof type) ||
  String((error as { code?: unknown } | null)?.code).startsWith('Z_')

/** Lines of a part in groups. The last group comes only if all of the part is what the manifest says. */
export async function* readPart<T>(store: Storage, part: Part, group = 500): AsyncGenerator<T[]> {
  const packed = Readable.from(kept(verifyHash(await store.get(part.key), part.sha256)))
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

/** Pieces of a store are lent until the next is asked for; a stream asks ahead. */
async function* kept(pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

/** Not `readline`'s own iterator: it hears nothing of a stream that fails. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of stream) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
