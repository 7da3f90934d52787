import { inflateSync } from 'node:zlib'

/** Compressions of TIFF that need no library. libvips reads all others. */
export const COMPRESSIONS = new Set([1, 5, 8, 32946, 32773])

/** Unpacks one strip or tile. The result may be shorter than stated if the data is damaged. */
export function unpack(packed: Buffer, compression: number, length: number): Buffer {
  if (compression === 1) return packed
  if (compression === 5) return unpackLzw(packed, length)
  if (compression === 32773) return unpackBits(packed, length)
  return inflateSync(packed, { maxOutputLength: length + 1024 })
}

function unpackBits(packed: Buffer, length: number): Buffer {
  const out = Buffer.alloc(length)
  let [at, to] = [0, 0]
  while (at < packed.length && to < length) {
    const count = packed.readInt8(at++)
    if (count >= 0) to += packed.copy(out, to, at, (at += count + 1))
    else if (count !== -128) out.fill(packed[at++] ?? 0, to, Math.min(length, (to += 1 - count)))
  }
  return out
}

const [CLEAR, END, FIRST_CODE, LONGEST_CODE] = [256, 257, 258, 4096]
function unpackLzw(packed: Buffer, length: number): Buffer {
  const out = Buffer.alloc(length)
  // Each code from 258 on stands for a sequence of bytes that was written before.
  const [starts, lengths] = [new Uint32Array(LONGEST_CODE), new Uint32Array(LONGEST_CODE)]
  let [to, next, width, bits, held, previous] = [0, FIRST_CODE, 9, 0, 0, -1]
  const write = (code: number): void => {
    // A new code stands for the previous sequence and the first byte of the current one, which follows it in the output.
    if (previous >= 0 && next < LONGEST_CODE) {
      starts[next] = previous
      lengths[next++] = to - previous + 1
    }
    previous = to
    if (code < CLEAR) out[to++] = code
    else to += copyWithin(out, to, starts[code] ?? 0, lengths[code] ?? 0)
  }
  for (const byte of packed) {
    held = ((held << 8) | byte) & 0xffffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (held >> bits) & (2 ** width - 1)
    if (code === END || to >= length) break
    if (code === CLEAR) [next, previous] = [FIRST_CODE, -1]
    else write(code)
    width = widthOf(next)
  }
  return out
}

/** TIFF encoders change to the next code width one code early. */
const widthOf = (next: number): number => (next < 511 ? 9 : next < 1023 ? 10 : next < 2047 ? 11 : 12)

/** Copies byte by byte, because a sequence may overlap its own copy. */
function copyWithin(out: Buffer, to: number, from: number, length: number): number {
  const count = Math.min(length, out.length - to)
  for (let at = 0; at < count; at++) out[to + at] = out[from + at] ?? 0
  return count
}

/**
 * Undoes horizontal differencing (predictor 2) of samples of 1, 2 or 4 bytes, and that of floats (predictor 3), which also separates the
 * bytes of each number.
 */
export function undoPredictor(
  rows: Buffer,
  {
    predictor,
    rowLength,
    samples,
    bytes,
    isLittle,
  }: { predictor: number; rowLength: number; samples: number; bytes: number; isLittle: boolean },
): void {
  for (let row = 0; row + rowLength <= rows.length; row += rowLength) {
    if (predictor === 2) addUp(rows.subarray(row, row + rowLength), samples, bytes, isLittle)
    if (predictor === 3) joinFloats(rows.subarray(row, row + rowLength), samples, bytes, isLittle)
  }
}

function addUp(row: Buffer, samples: number, bytes: number, isLittle: boolean): void {
  const step = samples * bytes
  for (let at = step; at + bytes <= row.length; at += bytes) {
    if (bytes === 1) row[at] = ((row[at] ?? 0) + (row[at - step] ?? 0)) & 255
    else if (isLittle)
      row.writeUIntLE((row.readUIntLE(at, bytes) + row.readUIntLE(at - step, bytes)) % 256 ** bytes, at, bytes)
    else row.writeUIntBE((row.readUIntBE(at, bytes) + row.readUIntBE(at - step, bytes)) % 256 ** bytes, at, bytes)
  }
}

function joinFloats(row: Buffer, samples: number, bytes: number, isLittle: boolean): void {
  addUp(row, samples, 1, true)
  const apart = Buffer.from(row)
  const count = row.length / bytes
  for (let at = 0; at < count; at++)
    for (let byte = 0; byte < bytes; byte++)
      row[at * bytes + (isLittle ? bytes - 1 - byte : byte)] = apart[byte * count + at] ?? 0
}
