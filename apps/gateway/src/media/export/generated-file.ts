import { crc32 } from 'node:zlib'
import type { ByteRange, Pieces, Storage } from '@daymark/storage'
import type { OpenMember, ZipFile } from '../zip/zip.ts'

/** Ours, made anew when its turn comes: kept are what it is made of and its length. */
export type MadeFile = ZipFile & { make?: () => Iterable<Buffer> }

export function madeFile(name: string, make: () => Iterable<Buffer>): MadeFile {
  let [size, sum] = [0, 0]
  for (const piece of make()) {
    size += piece.length
    sum = crc32(piece, sum)
  }
  return { name, key: '', size, crc32: sum, modified: null, make }
}

/** What is made here is made, the rest is read from the store. */
export const openMade =
  (storage: Storage): OpenMember =>
  async (file: MadeFile, range): Promise<Pieces> =>
    file.make ? part(file.make(), range ?? { start: 0, end: file.size - 1 }) : storage.get(file.key, range)

async function* part(pieces: Iterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const piece of pieces) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at + 1, piece.length)]
    if (from < to) yield piece.subarray(from, to)
    at += piece.length
  }
}
