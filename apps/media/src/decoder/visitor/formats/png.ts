import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { packedAt } from '../../formats/png-chunks.ts'
import { cleanExif } from './jpeg.ts'
import { assure, type EditedFile, Unsafe } from '../edited-file.ts'
import { cleanedIcc } from '../metadata/icc.ts'
import { cleanXmp } from '../metadata/xmp.ts'

const KEPT = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'sBIT', 'sRGB', 'bKGD', 'hIST', 'pHYs', 'sPLT'],
  ...['tIME', 'cICP', 'mDCV', 'mDCv', 'cLLI', 'cLLi', 'acTL', 'fcTL', 'fdAT'],
])
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt'])
const KEPT_TEXTS = new Set(['Title', 'Author', 'Description', 'Copyright', 'Creation Time', 'Software', 'Disclaimer'])
const XMP = 'XML:com.adobe.xmp\0\0\0\0\0'
/** The case of the letters means: not critical, private, not to be copied by editors. Readers skip such a chunk. */
const NOTHING = Buffer.from('blNK')

type Chunk = { type: string; start: number; end: number }

export function cleanPng(file: EditedFile): void {
  const { bytes } = file
  const pictures: CompressedPicture[] = []
  let at = 8
  for (let type = ''; type !== 'IEND';) {
    assure(at + 12 <= bytes.length, 'PNG: cut short')
    const end = at + 8 + bytes.readUInt32BE(at)
    assure(end + 4 <= bytes.length, 'PNG: a chunk beyond the end')
    type = bytes.toString('latin1', at + 4, at + 8)
    cleanChunk(file, { type, start: at + 8, end })
    collect(bytes, { type, start: at + 8, end }, pictures)
    at = end + 4
  }
  file.fill(at, bytes.length)
  for (const picture of pictures) cleanPicture(file, picture)
}

function cleanChunk(file: EditedFile, chunk: Chunk): void {
  const { type, start, end } = chunk
  if (KEPT.has(type)) return
  assure(/^[a-z][A-Za-z]{3}$/.test(type), `PNG: chunk ${type}`)
  try {
    cleanKnown(file, chunk)
  } catch (error) {
    if (!(error instanceof Unsafe)) throw error
    file.write(start - 4, NOTHING)
    file.fill(start, end)
  }
  writeChecksum(file, chunk)
}

function writeChecksum(file: EditedFile, { start, end }: Chunk): void {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(file.bytes.subarray(start - 4, end)))
  file.write(end, sum)
}

/** One zlib stream in one or more chunks: the picture, or a frame of an animation. */
type CompressedPicture = { width: number; height: number; bitsPerPixel: number; isInterlaced: boolean; chunks: Chunk[] }
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** The length of the sequence number at the beginning of frame data. */
const NUMBER = 4

function collect(bytes: Buffer, chunk: Chunk, pictures: CompressedPicture[]): void {
  const { type, start, end } = chunk
  const [first] = pictures
  if (type === 'IHDR') {
    assure(end - start === 13 && !first, 'PNG: a strange header')
    const [width, height] = [bytes.readUInt32BE(start), bytes.readUInt32BE(start + 4)]
    const [bits = 0, kind = 0, , , interlace] = bytes.subarray(start + 8, end)
    const bitsPerPixel = bits * (CHANNELS[kind] ?? 0)
    pictures.push({ width, height, bitsPerPixel, isInterlaced: interlace === 1, chunks: [] })
  }
  if (first) collectData(bytes, chunk, [first, pictures])
}

type Collected = [first: CompressedPicture, all: CompressedPicture[]]
function collectData(bytes: Buffer, chunk: Chunk, [first, pictures]: Collected): void {
  const { type, start, end } = chunk
  if (type === 'IDAT') first.chunks.push(chunk)
  if (type === 'fcTL' && first.chunks.length > 0) {
    assure(end - start === 26, 'PNG: a strange frame')
    const [width, height] = [bytes.readUInt32BE(start + 4), bytes.readUInt32BE(start + 8)]
    pictures.push({ ...first, width, height, chunks: [] })
  }
  if (type === 'fdAT') {
    assure(pictures.length > 1 && end - start >= NUMBER, 'PNG: data without a frame')
    pictures.at(-1)?.chunks.push({ type, start: start + NUMBER, end })
  }
}

/** The largest uncompressed picture in bytes; reading it needs twice as much memory. */
const LARGEST_PICTURE = 256 * 1024 ** 2
type Inflated = { engine: { bytesWritten: number } }

/** Blanks the bytes after the compressed picture. Throws if the data is longer than the pixels, because the rest would hide something. */
function cleanPicture(file: EditedFile, picture: CompressedPicture): void {
  const { chunks } = picture
  const length = lengthOf(picture)
  assure(length <= LARGEST_PICTURE, 'PNG: too large to be looked at')
  const data = Buffer.concat(chunks.map(({ start, end }) => file.bytes.subarray(start, end)))
  const { engine } = inflateSync(data, { info: true, maxOutputLength: length }) as unknown as Inflated
  let left = engine.bytesWritten
  for (const chunk of chunks) {
    const end = Math.min(chunk.start + left, chunk.end)
    left -= end - chunk.start
    if (end === chunk.end) continue
    file.fill(end, chunk.end)
    writeChecksum(file, chunk.type === 'fdAT' ? { ...chunk, start: chunk.start - NUMBER } : chunk)
  }
}

type Pass = [x: number, y: number, stepX: number, stepY: number]
const WHOLE: Pass = [0, 0, 1, 1]
const ADAM7: Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]
/** Returns the length of all rows, each with its filter byte (PNG, section 8). */
function lengthOf({ width, height, bitsPerPixel, isInterlaced }: CompressedPicture): number {
  return (isInterlaced ? ADAM7 : [WHOLE]).reduce((sum, [x, y, stepX, stepY]) => {
    const [columns, rows] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)]
    return columns > 0 && rows > 0 ? sum + rows * (1 + Math.ceil((columns * bitsPerPixel) / 8)) : sum
  }, 0)
}

function cleanKnown(file: EditedFile, { type, start, end }: Chunk): void {
  if (type === 'eXIf') return cleanExif(file, [start, end])
  if (type === 'iCCP') return cleanProfile(file, { type, start, end })
  assure(TEXTS.has(type), 'PNG: a chunk that is not listed')
  const head = file.bytes.toString('latin1', start, Math.min(start + 80, end))
  if (type === 'iTXt' && head.startsWith(XMP)) return cleanXmp(file, start + XMP.length, end)
  assure(KEPT_TEXTS.has(head.split('\0', 1)[0] ?? ''), 'PNG: a text that is not listed')
  const packed = packedAt(type, file.bytes.subarray(start, end))
  if (packed === undefined) return
  // Bytes after the compressed text are not part of it.
  const { length } = inflated(file.bytes.subarray(start + packed, end), LARGEST_TEXT)
  file.fill(start + packed + length, end)
}

const LARGEST_PROFILE = 8 * 1024 ** 2
const LARGEST_TEXT = 1024 ** 2
/** Empty blocks of five and of six bytes, which may precede any other block. */
const FILLERS = [Buffer.of(0, 0, 0, 0xff, 0xff), Buffer.of(2, 0, 0, 0, 0xff, 0xff)] as const

function cleanProfile(file: EditedFile, { start, end }: Chunk): void {
  const from = file.bytes.indexOf(0, start) + 2
  assure(from > start + 1 && from < end, 'PNG: a profile without a name')
  const icc = inflated(file.bytes.subarray(from, end), LARGEST_PROFILE)
  const [cleaned, length] = [cleanedIcc(icc.content), end - from]
  if (cleaned.equals(icc.content)) return file.fill(from + icc.length, end)
  file.write(from, compressedTo(length, cleaned))
}

function inflated(data: Buffer, most: number): { content: Buffer; length: number } {
  try {
    const result = inflateSync(data, { info: true, maxOutputLength: most })
    const { buffer, engine } = result as unknown as Inflated & { buffer: Buffer }
    return { content: buffer, length: engine.bytesWritten }
  } catch {
    throw new Unsafe('PNG: a damaged text or profile, or a large one')
  }
}

/**
 * Compresses the content to exactly `length` bytes. Readers reject bytes after a compressed profile, so empty blocks inside it fill the
 * space.
 */
function compressedTo(length: number, content: Buffer): Buffer {
  for (let level = 9; level > 0; level--) {
    const bytes = deflateSync(content, { level })
    const missing = length - bytes.length
    const long = Array.from({ length: 5 }, (_, count) => count).find(
      count => count * 6 <= missing && (missing - count * 6) % 5 === 0,
    )
    if (missing < 0 || long === undefined) continue
    const fillers = [Array<Buffer>((missing - long * 6) / 5).fill(FILLERS[0]), Array<Buffer>(long).fill(FILLERS[1])]
    return Buffer.concat([bytes.subarray(0, 2), ...fillers.flat(), bytes.subarray(2)])
  }
  throw new Error('PNG: the cleaned profile is longer')
}
