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
  let [source, target] = [0, 0]
  while (source < packed.length && target < length) {
    const count = packed.readInt8(source++)
    if (count >= 0) target += packed.copy(out, target, source, (source += count + 1))
    else if (count !== -128) out.fill(packed[source++] ?? 0, target, Math.min(length, (target += 1 - count)))
  }
  return out
}

const [LZW_CLEAR_CODE, LZW_END_CODE, FIRST_LZW_CODE, MAX_LZW_CODES] = [256, 257, 258, 4096]
function unpackLzw(packed: Buffer, length: number): Buffer {
  const out = Buffer.alloc(length)
  // each code from 258 on represents an earlier sequence of the output
  const [starts, lengths] = [new Uint32Array(MAX_LZW_CODES), new Uint32Array(MAX_LZW_CODES)]
  let [outLength, nextCode, codeWidth, bitCount, bitBuffer, previousStart] = [0, FIRST_LZW_CODE, 9, 0, 0, -1]
  const write = (code: number): void => {
    // a new code represents the previous sequence and the next byte of the output
    if (previousStart >= 0 && nextCode < MAX_LZW_CODES) {
      starts[nextCode] = previousStart
      lengths[nextCode++] = outLength - previousStart + 1
    }
    previousStart = outLength
    if (code < LZW_CLEAR_CODE) out[outLength++] = code
    else outLength += copySequence(out, outLength, starts[code] ?? 0, lengths[code] ?? 0)
  }
  for (const byte of packed) {
    bitBuffer = ((bitBuffer << 8) | byte) & 0xffffff
    bitCount += 8
    if (bitCount < codeWidth) continue
    bitCount -= codeWidth
    const code = (bitBuffer >> bitCount) & (2 ** codeWidth - 1)
    if (code === LZW_END_CODE || outLength >= length) break
    if (code === LZW_CLEAR_CODE) [nextCode, previousStart] = [FIRST_LZW_CODE, -1]
    else write(code)
    codeWidth = codeWidthOf(nextCode)
  }
  return out
}

/** Returns the number of bits of the next code. TIFF encoders switch to the next width one code early. */
const codeWidthOf = (nextCode: number): number =>
  nextCode < 511 ? 9 : nextCode < 1023 ? 10 : nextCode < 2047 ? 11 : 12

/** Copies a sequence within `out` byte by byte, because source and target may overlap. Returns the number of bytes. */
function copySequence(out: Buffer, target: number, source: number, length: number): number {
  const count = Math.min(length, out.length - target)
  for (let i = 0; i < count; i++) out[target + i] = out[source + i] ?? 0
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
  for (let i = step; i + bytes <= row.length; i += bytes) {
    if (bytes === 1) row[i] = ((row[i] ?? 0) + (row[i - step] ?? 0)) & 255
    else if (isLittleEndian)
      row.writeUIntLE((row.readUIntLE(i, bytes) + row.readUIntLE(i - step, bytes)) % 256 ** bytes, i, bytes)
    else row.writeUIntBE((row.readUIntBE(i, bytes) + row.readUIntBE(i - step, bytes)) % 256 ** bytes, i, bytes)
  }
}

function undoFloatDifferencing(row: Buffer, samples: number, bytes: number, isLittleEndian: boolean): void {
  undoDifferencing(row, samples, 1, true)
  const separatedBytes = Buffer.from(row)
  const count = row.length / bytes
  for (let sample = 0; sample < count; sample++)
    for (let byte = 0; byte < bytes; byte++)
      row[sample * bytes + (isLittleEndian ? bytes - 1 - byte : byte)] = separatedBytes[byte * count + sample] ?? 0
}
