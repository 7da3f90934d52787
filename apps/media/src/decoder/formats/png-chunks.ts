import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export type PngChunk = { type: string; length: number; content: () => Buffer }

/** Yields the chunks of a PNG file up to the first truncated one. `content()` reads the content of a chunk. */
export function* readPngChunks(path: string): Generator<PngChunk> {
  const handle = openSync(path, 'r')
  const { size } = fstatSync(handle)
  const read = (offset: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(handle, bytes, 0, length, offset))
  }
  try {
    for (let offset = 8; offset + 12 <= size;) {
      const head = read(offset, 8)
      const [start, length, type] = [offset + 8, head.readUInt32BE(0), head.toString('latin1', 4)]
      if (start + length > size) return
      yield { type, length, content: () => read(start, length) }
      offset = start + length + 4
    }
  } finally {
    closeSync(handle)
  }
}

/** Returns the offset of the zlib stream in a text or profile chunk. Returns undefined if the chunk is not compressed. */
export function findZlibStream(type: string, content: Buffer): number | undefined {
  const nameEnd = content.indexOf(0) + 1
  if (type === 'zTXt' || type === 'iCCP') return nameEnd + 1
  if (type === 'zxIf') return 5
  if (type !== 'iTXt' || content[nameEnd] !== 1) return undefined
  const languageEnd = content.indexOf(0, nameEnd + 2)
  return content.indexOf(0, languageEnd + 1) + 1
}
