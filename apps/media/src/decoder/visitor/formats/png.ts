import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { findZlibStream } from '../../formats/png-chunks.ts'
import { cleanExif } from './jpeg.ts'
import { assertSafe, cleanWithFallback, type EditedFile, UnsafeFile } from '../edited-file.ts'
import { copyCleanIcc } from '../metadata/icc.ts'
import { cleanXmp } from '../metadata/xmp.ts'

const KEPT_CHUNKS = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'sBIT',
  'sRGB',
  'bKGD',
  'hIST',
  'pHYs',
  'sPLT',
  'tIME',
  'cICP',
  'mDCV',
  'mDCv',
  'cLLI',
  'cLLi',
  'acTL',
  'fcTL',
  'fdAT',
])
const TEXT_CHUNKS = new Set(['tEXt', 'zTXt', 'iTXt'])
const KEPT_TEXT_KEYWORDS = new Set([
  'Title',
  'Author',
  'Description',
  'Copyright',
  'Creation Time',
  'Software',
  'Disclaimer',
])
const XMP_TEXT_PREFIX = 'XML:com.adobe.xmp\0\0\0\0\0'
/** Type of overwritten chunks. The case of its letters means "ancillary, private, unsafe to copy", so that readers skip the chunk. */
const IGNORED_CHUNK_TYPE = Buffer.from('blNK')

type PngChunk = { type: string; start: number; end: number }

export function cleanPng(file: EditedFile): void {
  const { bytes } = file
  const pictures: CompressedPicture[] = []
  let offset = 8
  for (let type = ''; type !== 'IEND';) {
    assertSafe(offset + 12 <= bytes.length, 'PNG: truncated file')
    const end = offset + 8 + bytes.readUInt32BE(offset)
    assertSafe(end + 4 <= bytes.length, 'PNG: chunk beyond the end')
    type = bytes.toString('latin1', offset + 4, offset + 8)
    cleanChunk(file, { type, start: offset + 8, end })
    collectPictures(bytes, { type, start: offset + 8, end }, pictures)
    offset = end + 4
  }
  file.fill(offset, bytes.length)
  for (const picture of pictures) cleanPicture(file, picture)
}

function cleanChunk(file: EditedFile, chunk: PngChunk): void {
  const { type, start, end } = chunk
  if (KEPT_CHUNKS.has(type)) return
  assertSafe(/^[a-z][A-Za-z]{3}$/.test(type), `PNG: chunk ${type}`)
  const overwrite = () => {
    file.write(start - 4, IGNORED_CHUNK_TYPE)
    file.fill(start, end)
  }
  cleanWithFallback(() => cleanKnownChunk(file, chunk), overwrite)
  writeChecksum(file, chunk)
}

function writeChecksum(file: EditedFile, { start, end }: PngChunk): void {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(file.bytes.subarray(start - 4, end)))
  file.write(end, sum)
}

/** The picture, or a frame of an animation: one zlib stream in one or more chunks. */
type CompressedPicture = {
  width: number
  height: number
  bitsPerPixel: number
  isInterlaced: boolean
  chunks: PngChunk[]
}
const CHANNELS_BY_COLOR_TYPE: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Length of the sequence number at the beginning of an `fdAT` chunk. */
const SEQUENCE_NUMBER_LENGTH = 4

function collectPictures(bytes: Buffer, chunk: PngChunk, pictures: CompressedPicture[]): void {
  const { type, start, end } = chunk
  const [first] = pictures
  if (type === 'IHDR') {
    assertSafe(end - start === 13 && !first, 'PNG: invalid header')
    const [width, height] = [bytes.readUInt32BE(start), bytes.readUInt32BE(start + 4)]
    const [bits = 0, kind = 0, , , interlace] = bytes.subarray(start + 8, end)
    const bitsPerPixel = bits * (CHANNELS_BY_COLOR_TYPE[kind] ?? 0)
    pictures.push({ width, height, bitsPerPixel, isInterlaced: interlace === 1, chunks: [] })
  }
  if (first) collectPictureData(bytes, chunk, [first, pictures])
}

type CollectedPictures = [first: CompressedPicture, all: CompressedPicture[]]
function collectPictureData(bytes: Buffer, chunk: PngChunk, [first, pictures]: CollectedPictures): void {
  const { type, start, end } = chunk
  if (type === 'IDAT') first.chunks.push(chunk)
  if (type === 'fcTL' && first.chunks.length > 0) {
    assertSafe(end - start === 26, 'PNG: invalid frame header')
    const [width, height] = [bytes.readUInt32BE(start + 4), bytes.readUInt32BE(start + 8)]
    pictures.push({ ...first, width, height, chunks: [] })
  }
  if (type === 'fdAT') {
    assertSafe(pictures.length > 1 && end - start >= SEQUENCE_NUMBER_LENGTH, 'PNG: frame data without a frame header')
    pictures.at(-1)?.chunks.push({ type, start: start + SEQUENCE_NUMBER_LENGTH, end })
  }
}

/** Maximum size of the uncompressed picture. Cleaning needs twice as much memory. */
const MAX_PICTURE_BYTES = 256 * 1024 ** 2
type InflateResult = { engine: { bytesWritten: number } }

/**
 * Overwrites the bytes after the compressed picture. Throws if the stream contains more data than the picture has pixels, because the rest
 * may be private data.
 */
function cleanPicture(file: EditedFile, picture: CompressedPicture): void {
  const { chunks } = picture
  const length = uncompressedLengthOf(picture)
  assertSafe(length <= MAX_PICTURE_BYTES, 'PNG: picture is too large to be cleaned')
  const data = Buffer.concat(chunks.map(({ start, end }) => file.bytes.subarray(start, end)))
  const { engine } = inflateSync(data, { info: true, maxOutputLength: length }) as unknown as InflateResult
  let remainingBytes = engine.bytesWritten
  for (const chunk of chunks) {
    const end = Math.min(chunk.start + remainingBytes, chunk.end)
    remainingBytes -= end - chunk.start
    if (end === chunk.end) continue
    file.fill(end, chunk.end)
    writeChecksum(file, chunk.type === 'fdAT' ? { ...chunk, start: chunk.start - SEQUENCE_NUMBER_LENGTH } : chunk)
  }
}

type InterlacePass = [x: number, y: number, stepX: number, stepY: number]
const NOT_INTERLACED: InterlacePass = [0, 0, 1, 1]
const ADAM7_PASSES: InterlacePass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]
/** Returns the length of the uncompressed rows, each with its filter byte (PNG, section 8). */
function uncompressedLengthOf({ width, height, bitsPerPixel, isInterlaced }: CompressedPicture): number {
  return (isInterlaced ? ADAM7_PASSES : [NOT_INTERLACED]).reduce((sum, [x, y, stepX, stepY]) => {
    const [columns, rows] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)]
    return columns > 0 && rows > 0 ? sum + rows * (1 + Math.ceil((columns * bitsPerPixel) / 8)) : sum
  }, 0)
}

function cleanKnownChunk(file: EditedFile, { type, start, end }: PngChunk): void {
  if (type === 'eXIf') return cleanExif(file, [start, end])
  if (type === 'iCCP') return cleanProfile(file, { type, start, end })
  assertSafe(TEXT_CHUNKS.has(type), 'PNG: unknown chunk')
  const head = file.bytes.toString('latin1', start, Math.min(start + 80, end))
  if (type === 'iTXt' && head.startsWith(XMP_TEXT_PREFIX)) return cleanXmp(file, start + XMP_TEXT_PREFIX.length, end)
  assertSafe(KEPT_TEXT_KEYWORDS.has(head.split('\0', 1)[0] ?? ''), 'PNG: unknown text keyword')
  const packed = findZlibStream(type, file.bytes.subarray(start, end))
  if (packed === undefined) return
  // removes bytes after the compressed text
  const { length } = inflate(file.bytes.subarray(start + packed, end), MAX_TEXT_BYTES)
  file.fill(start + packed + length, end)
}

const MAX_PROFILE_BYTES = 8 * 1024 ** 2
const MAX_TEXT_BYTES = 1024 ** 2
/** Empty Deflate blocks of five and six bytes, for padding before other blocks. */
const EMPTY_DEFLATE_BLOCKS = [Buffer.of(0, 0, 0, 0xff, 0xff), Buffer.of(2, 0, 0, 0, 0xff, 0xff)] as const

function cleanProfile(file: EditedFile, { start, end }: PngChunk): void {
  const compressedStart = file.bytes.indexOf(0, start) + 2
  assertSafe(compressedStart > start + 1 && compressedStart < end, 'PNG: profile without a name')
  const icc = inflate(file.bytes.subarray(compressedStart, end), MAX_PROFILE_BYTES)
  const [cleaned, length] = [copyCleanIcc(icc.content), end - compressedStart]
  if (cleaned.equals(icc.content)) return file.fill(compressedStart + icc.length, end)
  file.write(compressedStart, compressToLength(length, cleaned))
}

function inflate(data: Buffer, maxBytes: number): { content: Buffer; length: number } {
  try {
    const result = inflateSync(data, { info: true, maxOutputLength: maxBytes })
    const { buffer, engine } = result as unknown as InflateResult & { buffer: Buffer }
    return { content: buffer, length: engine.bytesWritten }
  } catch {
    throw new UnsafeFile('PNG: damaged or too large text or profile')
  }
}

/**
 * Compresses `content` to exactly `length` bytes. Pads with empty blocks before the data, because readers reject bytes after a compressed
 * profile. Throws if `length` is too small.
 */
function compressToLength(length: number, content: Buffer): Buffer {
  for (let level = 9; level > 0; level--) {
    const bytes = deflateSync(content, { level })
    const paddingLength = length - bytes.length
    const sixByteBlocks = Array.from({ length: 5 }, (_, count) => count).find(
      count => count * 6 <= paddingLength && (paddingLength - count * 6) % 5 === 0,
    )
    if (paddingLength < 0 || sixByteBlocks === undefined) continue
    const padding = [
      Array<Buffer>((paddingLength - sixByteBlocks * 6) / 5).fill(EMPTY_DEFLATE_BLOCKS[0]),
      Array<Buffer>(sixByteBlocks).fill(EMPTY_DEFLATE_BLOCKS[1]),
    ]
    return Buffer.concat([bytes.subarray(0, 2), ...padding.flat(), bytes.subarray(2)])
  }
  throw new Error('PNG: the cleaned profile is longer')
}
