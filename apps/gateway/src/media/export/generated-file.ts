import { crc32 } from 'node:zlib'
import type { ByteRange, Pieces, Storage } from '@daymark/storage'
import type { OpenMember, ZipFile } from '../zip/zip.ts'

/** A file of the archive that has no stored object. It is generated once for its length and checksum, and again when it is sent. */
export type GeneratedFile = ZipFile & { generate?: () => Iterable<Buffer> }

export function generatedFile(name: string, generate: () => Iterable<Buffer>): GeneratedFile {
  let [size, sum] = [0, 0]
  for (const piece of generate()) {
    size += piece.length
    sum = crc32(piece, sum)
  }
  return { name, key: '', size, crc32: sum, modified: null, generate }
}

/** Opens generated files, and files in the photo store. */
export const openGenerated =
  (storage: Storage): OpenMember =>
  async (file: GeneratedFile, range): Promise<Pieces> =>
    file.generate ? slice(file.generate(), range ?? { start: 0, end: file.size - 1 }) : storage.get(file.key, range)

async function* slice(pieces: Iterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const piece of pieces) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at + 1, piece.length)]
    if (from < to) yield piece.subarray(from, to)
    at += piece.length
  }
}
