import type { StoredPixels } from '../pixels.ts'
import { undoPredictor, unpack } from './tiff-chunks.ts'
import { colourOf, layOnWhite } from './tiff-colours.ts'
import { number, TAG, type TiffFile, type TiffPage } from './tiff-directory.ts'
import { FORMAT, type Layout, layoutOf, PHOTOMETRIC, PLANAR } from './tiff-layout.ts'

/**
 * Reads the picture without its extra samples and puts transparent parts on white. Returns CMYK with 8 bits, or RGB with 16 bits if the
 * file has more than 8.
 */
export function readSamples(file: TiffFile, page: TiffPage, hasProfile: boolean): StoredPixels {
  const layout = layoutOf(page)
  const { width, height, photometric, bits } = layout
  const channels = photometric === PHOTOMETRIC.ink ? 4 : 3
  const is16Bit = channels === 3 && bits > 8
  const out = new (is16Bit ? Uint16Array : Uint8Array)(width * height * channels)
  const toColour = colourOf(page, layout, hasProfile)
  const colour = new Float64Array(channels)
  const most = is16Bit ? 65_535 : 255
  const place = (values: Float32Array, from: number, to: number): void => {
    toColour(values, from, colour)
    if (layout.alpha >= 0) layOnWhite(colour, values[from + layout.alpha] ?? 1, layout)
    for (let c = 0; c < channels; c++) out[to + c] = Math.round(Math.min(1, Math.max(0, colour[c] ?? 0)) * most)
  }
  for (const { x, y, values, chunkWidth, rows } of chunks(file, page, layout)) {
    const [across, down] = [Math.min(chunkWidth, width - x), Math.min(rows, height - y)]
    for (let row = 0; row < down; row++)
      for (let column = 0; column < across; column++)
        place(values, (row * chunkWidth + column) * layout.samples, ((y + row) * width + x + column) * channels)
  }
  return { data: Buffer.from(out.buffer), width, height, channels, is16Bit }
}

type Chunk = { x: number; y: number; chunkWidth: number; rows: number; values: Float32Array }

/** Yields strips or tiles with the samples of a pixel side by side, even if the file stores them in planes. */
function* chunks(file: TiffFile, page: TiffPage, layout: Layout): Generator<Chunk> {
  const { width, height, samples, planar } = layout
  const { chunkWidth, rows, offsets, sizes } = gridOf(page, layout)
  const across = Math.ceil(width / chunkWidth)
  const count = across * Math.ceil(height / rows)
  const planes = planar === PLANAR ? samples : 1
  for (let chunk = 0; chunk < count; chunk++) {
    const values = new Float32Array(chunkWidth * rows * samples)
    for (let plane = 0; plane < planes; plane++) {
      const packed = file.read(offsets[plane * count + chunk] ?? 0, sizes[plane * count + chunk] ?? 0)
      spread(packed, page, layout, { values, chunkWidth, rows, plane, planes })
    }
    yield { x: (chunk % across) * chunkWidth, y: Math.floor(chunk / across) * rows, chunkWidth, rows, values }
  }
}

type Grid = { chunkWidth: number; rows: number; offsets: number[]; sizes: number[] }
const LARGEST_CHUNK = 100_000_000
function gridOf(page: TiffPage, { width, height, samples }: Layout): Grid {
  const values = (tag: number): number[] => page.tags.get(tag) ?? []
  const isTiled = page.tags.has(TAG.tileOffsets)
  const grid = isTiled
    ? {
        ...{ chunkWidth: number(page, TAG.tileWidth, width), rows: number(page, TAG.tileHeight, height) },
        ...{ offsets: values(TAG.tileOffsets), sizes: values(TAG.tileSizes) },
      }
    : {
        ...{ chunkWidth: width, rows: Math.min(height, number(page, TAG.rowsPerStrip, height)) },
        ...{ offsets: values(TAG.stripOffsets), sizes: values(TAG.stripSizes) },
      }
  const size = grid.chunkWidth * grid.rows * samples
  if (!(size > 0 && size <= LARGEST_CHUNK * 3)) throw new RangeError('TIFF: a strip or tile of a strange size')
  return grid
}

type Target = { values: Float32Array; chunkWidth: number; rows: number; plane: number; planes: number }

function spread(packed: Buffer, page: TiffPage, layout: Layout, target: Target): void {
  const { values, chunkWidth, rows, plane, planes } = target
  const { bits, samples } = layout
  const perPixel = planes > 1 ? 1 : samples
  const rowLength = Math.ceil((chunkWidth * perPixel * bits) / 8)
  const bytes = unpack(packed, number(page, TAG.compression, 1), rowLength * rows)
  const units = subsamplingOf(page, layout)
  if (units) return spreadUnits(bytes, target, units)
  undoPredictor(bytes, {
    ...{ predictor: bits < 8 ? 1 : number(page, TAG.predictor, 1), rowLength, samples: perPixel },
    ...{ bytes: bits / 8, isLittle: page.isLittle },
  })
  const read = readerOf(bits, layout.format, page.isLittle)
  const whole = Math.min(rows, Math.floor(bytes.length / rowLength))
  for (let row = 0; row < whole; row++)
    for (let index = 0; index < chunkWidth * perPixel; index++) {
      const to = planes > 1 ? (row * chunkWidth + index) * samples + plane : row * chunkWidth * samples + index
      values[to] = read(bytes, row * rowLength, index)
    }
}

/** Returns how many luma samples share a pair of chroma samples, across and down. Returns undefined if each has its own pair. */
function subsamplingOf(page: TiffPage, { photometric, planar }: Layout): [across: number, down: number] | undefined {
  if (photometric !== PHOTOMETRIC.ycbcr || planar === PLANAR) return undefined
  const [across = 2, down = 2] = page.tags.get(TAG.subsampling) ?? []
  return across * down > 1 ? [across, down] : undefined
}

/** Reads 8-bit YCbCr in units of several luma samples and one pair of chroma samples (TIFF 6.0, section 21). */
function spreadUnits(bytes: Buffer, { values, chunkWidth, rows }: Target, [across, down]: [number, number]): void {
  const unit = across * down + 2
  const unitsAcross = Math.ceil(chunkWidth / across)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < chunkWidth; x++) {
      const from = (Math.floor(y / down) * unitsAcross + Math.floor(x / across)) * unit
      const to = (y * chunkWidth + x) * 3
      values[to] = (bytes[from + (y % down) * across + (x % across)] ?? 0) / 255
      values[to + 1] = (bytes[from + across * down] ?? 0) / 255
      values[to + 2] = (bytes[from + across * down + 1] ?? 0) / 255
    }
}

type Reader = (bytes: Buffer, row: number, index: number) => number

/** Returns a function that reads samples as 0 to 1. Negative numbers are rendered black. */
function readerOf(bits: number, format: number, isLittle: boolean): Reader {
  const most = 2 ** bits - 1
  if (bits < 8 || bits === 12) return (bytes, row, index) => packedBits(bytes, row, index * bits, bits) / most
  const size = bits / 8
  if (format === FORMAT.float) return (bytes, row, index) => floatAt(bytes, row + index * size, bits, isLittle)
  if (bits > 32) return () => 0
  if (format === FORMAT.signed)
    return (bytes, row, index) => {
      const at = row + index * size
      return (isLittle ? bytes.readIntLE(at, size) : bytes.readIntBE(at, size)) / (2 ** (bits - 1) - 1)
    }
  if (bits === 8) return (bytes, row, index) => (bytes[row + index] ?? 0) / 255
  return (bytes, row, index) => {
    const at = row + index * size
    return (isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size)) / most
  }
}

function packedBits(bytes: Buffer, row: number, from: number, bits: number): number {
  const at = row + (from >> 3)
  const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
  return (word >> (24 - (from & 7) - bits)) & (2 ** bits - 1)
}

function floatAt(bytes: Buffer, at: number, bits: number, isLittle: boolean): number {
  if (bits === 32) return isLittle ? bytes.readFloatLE(at) : bytes.readFloatBE(at)
  if (bits === 64) return isLittle ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at)
  const half = isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
  const [exponent, fraction] = [(half >> 10) & 31, half & 1023]
  const value = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)
  return half & 0x8000 ? -value : value
}
