import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A picture in a TIFF file: the values of its tags, and its position for libvips, in which `subifd` is -1 for a main page. */
export type TiffPage = { page: number; subifd: number; tags: Map<number, number[]>; isLittleEndian: boolean }

export const TIFF_TAG = {
  subfileType: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripSizes: 279,
  planar: 284,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileSizes: 325,
  directories: 330,
  extra: 338,
  format: 339,
  transferFunction: 301,
  whitePoint: 318,
  primaries: 319,
  subsampling: 530,
  icc: 34675,
} as const
const READ_TAGS = new Set<number>(Object.values(TIFF_TAG))
const TYPE_SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
const MAX_DIRECTORIES = 100
/** Maximum number of values of one tag. No photo has more strips or tiles. */
const MAX_TAG_VALUES = 2_000_000
const [BIG_TIFF, BYTE, SHORT, LONG, RATIONAL] = [43, 1, 3, 4, 5]
const INTEGER_TYPES = new Set([BYTE, 7, SHORT, LONG, 13, 16, 18])

export const readTag = ({ tags }: TiffPage, tag: number, fallback: number): number => tags.get(tag)?.[0] ?? fallback

/** Reads parts of a file, which may be larger than the memory. Throws RangeError beyond the end of the file. */
export class TiffFile {
  private readonly handle: number
  readonly size: number
  constructor(path: string) {
    this.handle = openSync(path, 'r')
    this.size = fstatSync(this.handle).size
  }
  read(start: number, length: number): Buffer {
    if (start < 0 || length < 0 || start + length > this.size) throw new RangeError('TIFF: beyond the end')
    const bytes = Buffer.alloc(length)
    readSync(this.handle, bytes, 0, length, start)
    return bytes
  }
  close(): void {
    closeSync(this.handle)
  }
}

/** Returns the page that contains the photo. Skips reduced pictures, masks, and thumbnails that the file does not declare as such. */
export function findPhotoPage(file: TiffFile): TiffPage | undefined {
  try {
    const pages = readPages(file)
    const fullPages = pages.filter(page => (readTag(page, TIFF_TAG.subfileType, 0) & 5) === 0 && areaOf(page) > 0)
    const mainPages = fullPages.filter(({ subifd }) => subifd === -1)
    const [first] = mainPages.length > 0 ? mainPages : fullPages
    if (!first) return pages[0]
    return fullPages.find(page => areaOf(page) >= areaOf(first) * 4 && haveSameShape(page, first)) ?? first
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const areaOf = (page: TiffPage): number => readTag(page, TIFF_TAG.width, 0) * readTag(page, TIFF_TAG.height, 0)
const haveSameShape = (one: TiffPage, other: TiffPage): boolean =>
  Math.abs(aspectRatioOf(one) / aspectRatioOf(other) - 1) < 0.05
const aspectRatioOf = (page: TiffPage): number => readTag(page, TIFF_TAG.width, 1) / readTag(page, TIFF_TAG.height, 1)

function readPages(file: TiffFile): TiffPage[] {
  const head = file.read(0, Math.min(16, file.size))
  const isLittleEndian = head[0] === 0x49
  const reader = new DirectoryReader(
    file,
    isLittleEndian,
    (isLittleEndian ? head.readUInt16LE(2) : head.readUInt16BE(2)) === BIG_TIFF,
  )
  const pages: TiffPage[] = []
  let offset = reader.readOffset(reader.isBig ? 8 : 4)
  for (let page = 0; offset > 0 && pages.length < MAX_DIRECTORIES; page++) {
    const { tags, next } = reader.readDirectory(offset)
    pages.push({ page, subifd: -1, tags, isLittleEndian })
    const children = (tags.get(TIFF_TAG.directories) ?? []).slice(0, MAX_DIRECTORIES)
    children.forEach((child, subifd) =>
      pages.push({ page, subifd, tags: reader.readDirectory(child).tags, isLittleEndian }),
    )
    offset = next
  }
  return pages
}

class DirectoryReader {
  private readonly file: TiffFile
  private readonly isLittleEndian: boolean
  readonly isBig: boolean
  constructor(file: TiffFile, isLittleEndian: boolean, isBig: boolean) {
    ;[this.file, this.isLittleEndian, this.isBig] = [file, isLittleEndian, isBig]
  }

  readDirectory(offset: number): { tags: Map<number, number[]>; next: number } {
    const [countSize, entrySize] = this.isBig ? [8, 20] : [2, 12]
    const count = this.readValue(this.file.read(offset, countSize), 0, countSize)
    if (count > 4096) throw new RangeError('TIFF: the directory has too many entries')
    const entries = this.file.read(offset + countSize, count * entrySize)
    const tags = new Map<number, number[]>()
    for (let entry = 0; entry < count; entry++) {
      const tag = this.readValue(entries, entry * entrySize, 2)
      if (READ_TAGS.has(tag)) tags.set(tag, this.readValues(entries, entry * entrySize, tag))
    }
    return { tags, next: this.readOffset(offset + countSize + count * entrySize) }
  }

  readOffset(offset: number): number {
    const size = this.isBig ? 8 : 4
    return this.readValue(this.file.read(offset, size), 0, size)
  }

  /** Returns the values of a tag; for the ICC profile, its offset and length instead. */
  private readValues(entries: Buffer, offset: number, tag: number): number[] {
    const field = this.isBig ? 8 : 4
    const type = this.readValue(entries, offset + 2, 2)
    const count = this.readValue(entries, offset + 4, field)
    const size = TYPE_SIZES[type] ?? 0
    const valueAt = offset + 4 + field
    if (tag === TIFF_TAG.icc) return [this.readValue(entries, valueAt, field), count]
    if ((!INTEGER_TYPES.has(type) && type !== RATIONAL) || count > MAX_TAG_VALUES) return []
    const isStoredInline = size * count <= field
    const bytes = isStoredInline
      ? entries.subarray(valueAt, valueAt + field)
      : this.file.read(this.readValue(entries, valueAt, field), size * count)
    return Array.from({ length: count }, (_, index) => {
      const offset = index * size
      if (type === RATIONAL) return this.readValue(bytes, offset, 4) / this.readValue(bytes, offset + 4, 4)
      return this.readValue(bytes, offset, size)
    })
  }

  private readValue(bytes: Buffer, offset: number, size: number): number {
    if (size === 8) return Number(this.isLittleEndian ? bytes.readBigUInt64LE(offset) : bytes.readBigUInt64BE(offset))
    return this.isLittleEndian ? bytes.readUIntLE(offset, size) : bytes.readUIntBE(offset, size)
  }
}
