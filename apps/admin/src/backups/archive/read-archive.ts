import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { verifyHash, HashMismatch, ObjectDamaged, ObjectMissing, type ByteStream, type Storage } from '@daymark/storage'
import { ManifestDamaged } from './manifest.ts'
import type { ArchivePart } from './part-writer.ts'

/** Whether the error means that stored bytes are missing or have changed. Other errors may be temporary. */
export const isDamageError = (error: unknown): boolean =>
  [ObjectMissing, ObjectDamaged, HashMismatch, SyntaxError, ManifestDamaged].some(type => error instanceof type) ||
  String((error as { code?: unknown } | null)?.code).startsWith('Z_')

/**
 * Reads the lines of a part in groups. The last group is returned only if the hash of the whole part matches; otherwise an error is thrown.
 */
export async function* readPart<T>(store: Storage, part: ArchivePart, linesPerGroup = 500): AsyncGenerator<T[]> {
  const compressed = Readable.from(copyPieces(verifyHash(await store.get(part.key), part.sha256)))
  const decompressed = createGunzip()
  compressed.once('error', error => decompressed.destroy(error))
  compressed.pipe(decompressed)
  let lines: T[] = []
  let previous: T[] | undefined
  for await (const line of readLines(decompressed)) {
    lines.push(JSON.parse(line) as T)
    if (lines.length < linesPerGroup) continue
    if (previous) yield previous
    previous = lines
    lines = []
  }
  if (previous) yield previous
  if (lines.length > 0) yield lines
}

/**
 * Copies each piece, because the store reuses its buffer, and the stream requests the next piece before it has processed the previous one.
 */
async function* copyPieces(pieces: ByteStream): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

/** Splits a stream into lines. `readline` is not used, because its iterator does not report errors of the stream. */
async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let incompleteLine = ''
  for await (const piece of stream) {
    const lines = (incompleteLine + decoder.decode(piece, { stream: true })).split('\n')
    incompleteLine = lines.pop() ?? ''
    yield* lines
  }
  if (incompleteLine !== '') yield incompleteLine
}
