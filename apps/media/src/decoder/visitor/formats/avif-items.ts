import { assertSafe } from '../edited-file.ts'

export type Box = { type: string; start: number; end: number }
/**
 * An item of an AVIF file. `range` is its only byte range; undefined if the item is not one contiguous range of at least MIN_ITEM_LENGTH
 * bytes inside the file. `encoding` is the compression of a `mime` item, usually empty.
 */
export type AvifItem = { type: string; encoding: string; ranges: ByteRange[]; range: ByteRange | undefined }
type ByteRange = [start: number, end: number]

/**
 * Yields the boxes of a file in MP4 or a related format. `start` of a box is the offset after its header. Throws UnsafeFile for a truncated
 * box.
 */
export function* readBoxes(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at < to;) {
    assertSafe(at + 8 <= to, 'AVIF: truncated box')
    const [short, type] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)]
    const isLong = short === 1
    if (isLong) assertSafe(at + 16 <= to, 'AVIF: truncated box')
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const start = at + (isLong ? 16 : 8)
    assertSafe(at + size >= start && at + size <= to, 'AVIF: box beyond the end')
    yield { type, start, end: at + size }
    at += size
  }
}

/** Returns the items of a `meta` box, and all byte ranges of the file that items use. */
export function readItems(bytes: Buffer, meta: Box[]): { items: AvifItem[]; used: ByteRange[] } {
  const find = (type: string): Box | undefined => meta.find(box => box.type === type)
  const [info, location] = [find('iinf'), find('iloc')]
  if (!info || !location) return { items: [], used: [] }
  const locations = readLocations(new BoxReader(bytes, location), find('idat'))
  const head = new BoxReader(bytes, info)
  head.skip(head.readVersion() === 0 ? 2 : 4)
  const items = [...readBoxes(bytes, head.at, info.end)].map(entry => {
    const { id, ...kind } = readEntry(new BoxReader(bytes, entry))
    const ranges = locations.get(id) ?? []
    const [range, ...more] = ranges
    const isWhole = range && more.length === 0 && range[1] - range[0] >= MIN_ITEM_LENGTH && range[1] <= bytes.length
    return { ...kind, ranges, range: isWhole ? range : undefined }
  })
  return { items, used: [...locations.values()].flat() }
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
  at: number
  readonly bytes: Buffer
  private readonly end: number

  constructor(bytes: Buffer, { start, end }: Box) {
    ;[this.bytes, this.at, this.end] = [bytes, start, end]
  }
  /** Reads the version of a full box, and skips the flags after it. */
  readVersion(): number {
    const version = this.readNumber(1)
    this.skip(3)
    return version
  }
  readNumber(size: number): number {
    assertSafe(size <= 4 || size === 8, 'AVIF: unsupported length of a number')
    const from = this.at
    this.skip(size)
    if (size === 0) return 0
    return size === 8 ? Number(this.bytes.readBigUInt64BE(from)) : this.bytes.readUIntBE(from, size)
  }
  readText(length: number): string {
    const from = this.at
    this.skip(length)
    return this.bytes.toString('latin1', from, this.at)
  }
  readZeroTerminatedText(): string {
    const zero = this.bytes.indexOf(0, this.at)
    const from = this.at
    const end = zero === -1 || zero > this.end ? this.end : zero
    this.at = Math.min(end + 1, this.end)
    return this.bytes.toString('latin1', from, end)
  }
  skip(length: number): void {
    assertSafe(this.at + length <= this.end, 'AVIF: truncated box')
    this.at += length
  }
}
