import type { StoredPixels } from '../pixels.ts'
import { undoPredictor, unpackChunk } from './tiff-chunks.ts'
import { createSampleConverter, blendWithWhite } from './tiff-colors.ts'
import { readTag, TIFF_TAG, type TiffFile, type TiffPage } from './tiff-directory.ts'
import { SAMPLE_FORMAT, type TiffLayout, readLayout, PHOTOMETRIC, PLANAR } from './tiff-layout.ts'

/**
 * Reads the pixels of a page and blends transparent parts with white. Returns 8-bit CMYK, or RGB with 16 bits if the file has more than 8
 * bits per sample and with 8 bits otherwise.
 */
export function readSamples(file: TiffFile, page: TiffPage, hasProfile: boolean): StoredPixels {
  const layout = readLayout(page)
  const { width, height, photometric, bits } = layout
  const channels = photometric === PHOTOMETRIC.ink ? 4 : 3
  const is16Bit = channels === 3 && bits > 8
  const out = new (is16Bit ? Uint16Array : Uint8Array)(width * height * channels)
  const toColor = createSampleConverter(page, layout, hasProfile)
  const color = new Float64Array(channels)
  const maxLevel = is16Bit ? 65_535 : 255
  const writePixel = (values: Float32Array, from: number, to: number): void => {
    toColor(values, from, color)
    if (layout.alpha >= 0) blendWithWhite(color, values[from + layout.alpha] ?? 1, layout)
    for (let c = 0; c < channels; c++) out[to + c] = Math.round(Math.min(1, Math.max(0, color[c] ?? 0)) * maxLevel)
  }
  for (const { x, y, values, chunkWidth, rows } of decodeChunks(file, page, layout)) {
    const [across, down] = [Math.min(chunkWidth, width - x), Math.min(rows, height - y)]
    for (let row = 0; row < down; row++)
      for (let column = 0; column < across; column++)
        writePixel(values, (row * chunkWidth + column) * layout.samples, ((y + row) * width + x + column) * channels)
  }
  return { data: Buffer.from(out.buffer), width, height, channels, is16Bit }
}

type DecodedChunk = { x: number; y: number; chunkWidth: number; rows: number; values: Float32Array }

/**
 * Yields the decoded strips or tiles of a page. Their samples are ordered by pixel, even if the file stores each channel in its own plane.
 */
function* decodeChunks(file: TiffFile, page: TiffPage, layout: TiffLayout): Generator<DecodedChunk> {
  const { width, height, samples, planar } = layout
  const { chunkWidth, rows, offsets, sizes } = readChunkGrid(page, layout)
  const across = Math.ceil(width / chunkWidth)
  const count = across * Math.ceil(height / rows)
  const planes = planar === PLANAR ? samples : 1
  for (let chunk = 0; chunk < count; chunk++) {
    const values = new Float32Array(chunkWidth * rows * samples)
    for (let plane = 0; plane < planes; plane++) {
      const packed = file.read(offsets[plane * count + chunk] ?? 0, sizes[plane * count + chunk] ?? 0)
      unpackSamples(packed, page, layout, { values, chunkWidth, rows, plane, planes })
    }
    yield { x: (chunk % across) * chunkWidth, y: Math.floor(chunk / across) * rows, chunkWidth, rows, values }
  }
}

type ChunkGrid = { chunkWidth: number; rows: number; offsets: number[]; sizes: number[] }
const MAX_CHUNK_SAMPLES = 100_000_000
function readChunkGrid(page: TiffPage, { width, height, samples }: TiffLayout): ChunkGrid {
  const values = (tag: number): number[] => page.tags.get(tag) ?? []
  const isTiled = page.tags.has(TIFF_TAG.tileOffsets)
  const grid = isTiled
    ? {
        chunkWidth: readTag(page, TIFF_TAG.tileWidth, width),
        rows: readTag(page, TIFF_TAG.tileHeight, height),
        offsets: values(TIFF_TAG.tileOffsets),
        sizes: values(TIFF_TAG.tileSizes),
      }
    : {
        chunkWidth: width,
        rows: Math.min(height, readTag(page, TIFF_TAG.rowsPerStrip, height)),
        offsets: values(TIFF_TAG.stripOffsets),
        sizes: values(TIFF_TAG.stripSizes),
      }
  const size = grid.chunkWidth * grid.rows * samples
  if (!(size > 0 && size <= MAX_CHUNK_SAMPLES * 3)) throw new RangeError('TIFF: invalid size of a strip or tile')
  return grid
}

type ChunkTarget = { values: Float32Array; chunkWidth: number; rows: number; plane: number; planes: number }

function unpackSamples(packed: Buffer, page: TiffPage, layout: TiffLayout, target: ChunkTarget): void {
  const { values, chunkWidth, rows, plane, planes } = target
  const { bits, samples } = layout
  const perPixel = planes > 1 ? 1 : samples
  const rowLength = Math.ceil((chunkWidth * perPixel * bits) / 8)
  const bytes = unpackChunk(packed, readTag(page, TIFF_TAG.compression, 1), rowLength * rows)
  const subsampling = readSubsampling(page, layout)
  if (subsampling) return unpackSubsampled(bytes, target, subsampling)
  undoPredictor(bytes, {
    predictor: bits < 8 ? 1 : readTag(page, TIFF_TAG.predictor, 1),
    rowLength,
    samples: perPixel,
    bytes: bits / 8,
    isLittleEndian: page.isLittleEndian,
  })
  const read = createSampleReader(bits, layout.format, page.isLittleEndian)
  const completeRows = Math.min(rows, Math.floor(bytes.length / rowLength))
  for (let row = 0; row < completeRows; row++)
    for (let index = 0; index < chunkWidth * perPixel; index++) {
      const to = planes > 1 ? (row * chunkWidth + index) * samples + plane : row * chunkWidth * samples + index
      values[to] = read(bytes, row * rowLength, index)
    }
}

/** Returns the horizontal and vertical chroma subsampling factors, or undefined without subsampling. */
function readSubsampling(
  page: TiffPage,
  { photometric, planar }: TiffLayout,
): [across: number, down: number] | undefined {
  if (photometric !== PHOTOMETRIC.ycbcr || planar === PLANAR) return undefined
  const [across = 2, down = 2] = page.tags.get(TIFF_TAG.subsampling) ?? []
  return across * down > 1 ? [across, down] : undefined
}

/** Reads 8-bit YCbCr with chroma subsampling: units of several luma samples with one pair of chroma samples (TIFF 6.0, section 21). */
function unpackSubsampled(
  bytes: Buffer,
  { values, chunkWidth, rows }: ChunkTarget,
  [across, down]: [number, number],
): void {
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

type SampleReader = (bytes: Buffer, row: number, index: number) => number

/** Returns a function that reads a sample as a number from 0 to 1. Negative numbers become black. */
function createSampleReader(bits: number, format: number, isLittleEndian: boolean): SampleReader {
  const maxLevel = 2 ** bits - 1
  if (bits < 8 || bits === 12) return (bytes, row, index) => readPackedBits(bytes, row, index * bits, bits) / maxLevel
  const size = bits / 8
  if (format === SAMPLE_FORMAT.float)
    return (bytes, row, index) => readFloat(bytes, row + index * size, bits, isLittleEndian)
  if (bits > 32) return () => 0
  if (format === SAMPLE_FORMAT.signed)
    return (bytes, row, index) => {
      const offset = row + index * size
      return (isLittleEndian ? bytes.readIntLE(offset, size) : bytes.readIntBE(offset, size)) / (2 ** (bits - 1) - 1)
    }
  if (bits === 8) return (bytes, row, index) => (bytes[row + index] ?? 0) / 255
  return (bytes, row, index) => {
    const offset = row + index * size
    return (isLittleEndian ? bytes.readUIntLE(offset, size) : bytes.readUIntBE(offset, size)) / maxLevel
  }
}

function readPackedBits(bytes: Buffer, row: number, from: number, bits: number): number {
  const offset = row + (from >> 3)
  const word = ((bytes[offset] ?? 0) << 16) | ((bytes[offset + 1] ?? 0) << 8) | (bytes[offset + 2] ?? 0)
  return (word >> (24 - (from & 7) - bits)) & (2 ** bits - 1)
}

function readFloat(bytes: Buffer, offset: number, bits: number, isLittleEndian: boolean): number {
  if (bits === 32) return isLittleEndian ? bytes.readFloatLE(offset) : bytes.readFloatBE(offset)
  if (bits === 64) return isLittleEndian ? bytes.readDoubleLE(offset) : bytes.readDoubleBE(offset)
  const half = isLittleEndian ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset)
  const [exponent, fraction] = [(half >> 10) & 31, half & 1023]
  const value = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)
  return half & 0x8000 ? -value : value
}
