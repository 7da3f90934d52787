import { assertSafe, type ByteRange } from '../edited-file.ts'

export type Box = { type: string; start: number; end: number }
/**
 * An item of an AVIF file. `range` is its only byte range; undefined if the item is not one contiguous range of at least MIN_ITEM_LENGTH
 * bytes inside the file. `encoding` is the compression of a `mime` item, usually empty.
 */
export type AvifItem = { type: string; encoding: string; ranges: ByteRange[]; range: ByteRange | undefined }

/**
 * Yields the boxes of a file in MP4 or a related format. `start` of a box is the offset after its header. Throws UnsafeFile for a truncated
 * box.
 */
export function* readBoxes(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let offset = from; offset < to;) {
    assertSafe(offset + 8 <= to, 'AVIF: truncated box')
    const [shortSize, type] = [bytes.readUInt32BE(offset), bytes.toString('latin1', offset + 4, offset + 8)]
    const hasLongSize = shortSize === 1
    if (hasLongSize) assertSafe(offset + 16 <= to, 'AVIF: truncated box')
    const size = hasLongSize ? Number(bytes.readBigUInt64BE(offset + 8)) : shortSize === 0 ? to - offset : shortSize
    const start = offset + (hasLongSize ? 16 : 8)
    assertSafe(offset + size >= start && offset + size <= to, 'AVIF: box beyond the end')
    yield { type, start, end: offset + size }
    offset += size
  }
}

/** Returns the items of a `meta` box, and all byte ranges of the file that items use. */
export function readItems(bytes: Buffer, meta: Box[]): { items: AvifItem[]; usedRanges: ByteRange[] } {
  const find = (type: string): Box | undefined => meta.find(box => box.type === type)
  const [info, location] = [find('iinf'), find('iloc')]
  if (!info || !location) return { items: [], usedRanges: [] }
  const locations = readLocations(new BoxReader(bytes, location), find('idat'))
  const head = new BoxReader(bytes, info)
  head.skip(head.readVersion() === 0 ? 2 : 4)
  const items = [...readBoxes(bytes, head.position, info.end)].map(entry => {
    const { id, ...kind } = readEntry(new BoxReader(bytes, entry))
    const ranges = locations.get(id) ?? []
    const [range, ...otherRanges] = ranges
    const isContiguous =
      range && otherRanges.length === 0 && range[1] - range[0] >= MIN_ITEM_LENGTH && range[1] <= bytes.length
    return { ...kind, ranges, range: isContiguous ? range : undefined }
  })
  return { items, usedRanges: [...locations.values()].flat() }
}

function readEntry(cursor: BoxReader): { id: number; type: string; encoding: string } {
  const version = cursor.readVersion()
  assertSafe(version === 2 || version === 3, 'AVIF: unsupported version of items')
  const id = cursor.readNumber(version === 2 ? 2 : 4)
  cursor.skip(2)
  const type = cursor.readText(4)
  if (type !== 'mime') return { id, type, encoding: '' }
  cursor.readZeroTerminatedText()
  return { id, type: `mime ${cursor.readZeroTerminatedText()}`, encoding: cursor.readZeroTerminatedText() }
}

type LocationFieldSizes = { version: number; offset: number; length: number; base: number; index: number }

function readLocations(cursor: BoxReader, data: Box | undefined): Map<number, ByteRange[]> {
  const version = cursor.readVersion()
  assertSafe(version <= 2, 'AVIF: unsupported version of item locations')
  const [first, second] = [cursor.readNumber(1), cursor.readNumber(1)]
  const index = version > 0 ? second & 15 : 0
  const sizes = { version, offset: first >> 4, length: first & 15, base: second >> 4, index }
  const idSize = version < 2 ? 2 : 4
  const locations = new Map<number, ByteRange[]>()
  for (let remaining = cursor.readNumber(idSize); remaining > 0; remaining--)
    locations.set(cursor.readNumber(idSize), readLocation(cursor, sizes, data))
  return locations
}

const CONSTRUCTION_FILE = 0
const CONSTRUCTION_IDAT = 1
const MIN_ITEM_LENGTH = 8

function readLocation(cursor: BoxReader, sizes: LocationFieldSizes, data: Box | undefined): ByteRange[] {
  const method = sizes.version > 0 ? cursor.readNumber(2) & 15 : CONSTRUCTION_FILE
  const isInThisFile = cursor.readNumber(2) === 0
  const base = cursor.readNumber(sizes.base)
  const extents = Array.from({ length: cursor.readNumber(2) }, () => {
    cursor.skip(sizes.index)
    return { offset: cursor.readNumber(sizes.offset), length: cursor.readNumber(sizes.length) }
  })
  const origin = { [CONSTRUCTION_FILE]: 0, [CONSTRUCTION_IDAT]: data?.start }[method]
  if (!isInThisFile || origin === undefined) return []
  // a length of zero means up to the end of the file
  return extents.map(({ offset, length }) => {
    const start = origin + base + offset
    return [start, length === 0 ? cursor.bytes.length : start + length]
  })
}

class BoxReader {
  position: number
  readonly bytes: Buffer
  private readonly end: number

  constructor(bytes: Buffer, { start, end }: Box) {
    ;[this.bytes, this.position, this.end] = [bytes, start, end]
  }
  /** Reads the version of a full box, and skips the flags after it. */
  readVersion(): number {
    const version = this.readNumber(1)
    this.skip(3)
    return version
  }
  readNumber(size: number): number {
    assertSafe(size <= 4 || size === 8, 'AVIF: unsupported length of a number')
    const start = this.position
    this.skip(size)
    if (size === 0) return 0
    return size === 8 ? Number(this.bytes.readBigUInt64BE(start)) : this.bytes.readUIntBE(start, size)
  }
  readText(length: number): string {
    const start = this.position
    this.skip(length)
    return this.bytes.toString('latin1', start, this.position)
  }
  readZeroTerminatedText(): string {
    const zeroIndex = this.bytes.indexOf(0, this.position)
    const start = this.position
    const end = zeroIndex === -1 || zeroIndex > this.end ? this.end : zeroIndex
    this.position = Math.min(end + 1, this.end)
    return this.bytes.toString('latin1', start, end)
  }
  skip(length: number): void {
    assertSafe(this.position + length <= this.end, 'AVIF: truncated box')
    this.position += length
  }
}
