import { inflateSync } from 'node:zlib'

/** TIFF compressions that Daymark's own reader supports. libvips decodes files with other compressions. */
export const SUPPORTED_COMPRESSIONS = new Set([1, 5, 8, 32946, 32773])

/** Unpacks one strip or tile. The result may be shorter than `length` if the data is damaged. */
export function unpackChunk(packed: Buffer, compression: number, length: number): Buffer {
  if (compression === 1) return packed
  if (compression === 5) return unpackLzw(packed, length)
  if (compression === 32773) return unpackPackBits(packed, length)
  return inflateSync(packed, { maxOutputLength: length + 1024 })
}

function unpackPackBits(packed: Buffer, length: number): Buffer {
  const out = Buffer.alloc(length)
  let [at, to] = [0, 0]
  while (at < packed.length && to < length) {
    const count = packed.readInt8(at++)
    if (count >= 0) to += packed.copy(out, to, at, (at += count + 1))
    else if (count !== -128) out.fill(packed[at++] ?? 0, to, Math.min(length, (to += 1 - count)))
  }
  return out
}

const [LZW_CLEAR_CODE, LZW_END_CODE, FIRST_LZW_CODE, MAX_LZW_CODES] = [256, 257, 258, 4096]
function unpackLzw(packed: Buffer, length: number): Buffer {
  const out = Buffer.alloc(length)
  // each code from 258 on represents an earlier sequence of the output
  const [starts, lengths] = [new Uint32Array(MAX_LZW_CODES), new Uint32Array(MAX_LZW_CODES)]
  let [to, next, width, bits, held, previous] = [0, FIRST_LZW_CODE, 9, 0, 0, -1]
  const write = (code: number): void => {
    // a new code represents the previous sequence and the next byte of the output
    if (previous >= 0 && next < MAX_LZW_CODES) {
      starts[next] = previous
      lengths[next++] = to - previous + 1
    }
    previous = to
    if (code < LZW_CLEAR_CODE) out[to++] = code
    else to += copySequence(out, to, starts[code] ?? 0, lengths[code] ?? 0)
  }
  for (const byte of packed) {
    held = ((held << 8) | byte) & 0xffffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (held >> bits) & (2 ** width - 1)
    if (code === LZW_END_CODE || to >= length) break
    if (code === LZW_CLEAR_CODE) [next, previous] = [FIRST_LZW_CODE, -1]
    else write(code)
    width = codeWidthOf(next)
  }
  return out
}

/** Returns the number of bits of the next code. TIFF encoders switch to the next width one code early. */
const codeWidthOf = (next: number): number => (next < 511 ? 9 : next < 1023 ? 10 : next < 2047 ? 11 : 12)

/** Copies a sequence within `out` byte by byte, because source and target may overlap. Returns the number of bytes. */
function copySequence(out: Buffer, to: number, from: number, length: number): number {
  const count = Math.min(length, out.length - to)
  for (let at = 0; at < count; at++) out[to + at] = out[from + at] ?? 0
  return count
}

/**
 * Restores samples that were stored as differences: horizontally (predictor 2), or as floating-point numbers whose bytes are also stored
 * separately (predictor 3).
 */
export function undoPredictor(
  rows: Buffer,
  {
    predictor,
    rowLength,
    samples,
    bytes,
    isLittleEndian,
  }: { predictor: number; rowLength: number; samples: number; bytes: number; isLittleEndian: boolean },
): void {
  for (let row = 0; row + rowLength <= rows.length; row += rowLength) {
    if (predictor === 2) undoDifferencing(rows.subarray(row, row + rowLength), samples, bytes, isLittleEndian)
    if (predictor === 3) undoFloatDifferencing(rows.subarray(row, row + rowLength), samples, bytes, isLittleEndian)
  }
}

function undoDifferencing(row: Buffer, samples: number, bytes: number, isLittleEndian: boolean): void {
  const step = samples * bytes
  for (let at = step; at + bytes <= row.length; at += bytes) {
    if (bytes === 1) row[at] = ((row[at] ?? 0) + (row[at - step] ?? 0)) & 255
    else if (isLittleEndian)
      row.writeUIntLE((row.readUIntLE(at, bytes) + row.readUIntLE(at - step, bytes)) % 256 ** bytes, at, bytes)
    else row.writeUIntBE((row.readUIntBE(at, bytes) + row.readUIntBE(at - step, bytes)) % 256 ** bytes, at, bytes)
  }
}

function undoFloatDifferencing(row: Buffer, samples: number, bytes: number, isLittleEndian: boolean): void {
  undoDifferencing(row, samples, 1, true)
  const separatedBytes = Buffer.from(row)
  const count = row.length / bytes
  for (let at = 0; at < count; at++)
    for (let byte = 0; byte < bytes; byte++)
      row[at * bytes + (isLittleEndian ? bytes - 1 - byte : byte)] = separatedBytes[byte * count + at] ?? 0
}
