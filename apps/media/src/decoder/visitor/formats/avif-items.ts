import { assure } from '../edited-file.ts'

export type Box = { type: string; start: number; end: number }
/**
 * `place`: undefined if the item is not stored in one piece within the file. `encoding`: the compression of a `mime` item, usually none.
 */
export type Item = { type: string; encoding: string; places: Place[]; place: Place | undefined }
type Place = [start: number, end: number]

/** Yields the boxes of MP4 and related formats. `start` is the offset after the header of the box. */
export function* boxes(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at < to;) {
    assure(at + 8 <= to, 'AVIF: a box cut short')
    const [short, type] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)]
    const isLong = short === 1
    if (isLong) assure(at + 16 <= to, 'AVIF: a box cut short')
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const start = at + (isLong ? 16 : 8)
    assure(at + size >= start && at + size <= to, 'AVIF: a box beyond the end')
    yield { type, start, end: at + size }
    at += size
  }
}

/** Returns the items of the file, and all ranges of bytes that items use. */
export function readItems(bytes: Buffer, meta: Box[]): { items: Item[]; used: Place[] } {
  const find = (type: string): Box | undefined => meta.find(box => box.type === type)
  const [info, location] = [find('iinf'), find('iloc')]
  if (!info || !location) return { items: [], used: [] }
  const places = readPlaces(new Cursor(bytes, location), find('idat'))
  const head = new Cursor(bytes, info)
  head.skip(head.version() === 0 ? 2 : 4)
  const items = [...boxes(bytes, head.at, info.end)].map(entry => {
    const { id, ...kind } = readEntry(new Cursor(bytes, entry))
    const own = places.get(id) ?? []
    const [place, ...more] = own
    const isWhole = place && more.length === 0 && place[1] - place[0] >= SHORTEST_ITEM && place[1] <= bytes.length
    return { ...kind, places: own, place: isWhole ? place : undefined }
  })
  return { items, used: [...places.values()].flat() }
}

function readEntry(cursor: Cursor): { id: number; type: string; encoding: string } {
  const version = cursor.version()
  assure(version === 2 || version === 3, 'AVIF: items of another age')
  const id = cursor.number(version === 2 ? 2 : 4)
  cursor.skip(2)
  const type = cursor.text(4)
  if (type !== 'mime') return { id, type, encoding: '' }
  cursor.word()
  return { id, type: `mime ${cursor.word()}`, encoding: cursor.word() }
}

type Sizes = { version: number; offset: number; length: number; base: number; index: number }

function readPlaces(cursor: Cursor, data: Box | undefined): Map<number, Place[]> {
  const version = cursor.version()
  assure(version <= 2, 'AVIF: places of another age')
  const [first, second] = [cursor.number(1), cursor.number(1)]
  const index = version > 0 ? second & 15 : 0
  const sizes = { version, offset: first >> 4, length: first & 15, base: second >> 4, index }
  const idSize = version < 2 ? 2 : 4
  const places = new Map<number, Place[]>()
  for (let left = cursor.number(idSize); left > 0; left--)
    places.set(cursor.number(idSize), readPlace(cursor, sizes, data))
  return places
}

const IN_FILE = 0
const IN_DATA_BOX = 1
const SHORTEST_ITEM = 8

function readPlace(cursor: Cursor, sizes: Sizes, data: Box | undefined): Place[] {
  const method = sizes.version > 0 ? cursor.number(2) & 15 : IN_FILE
  const isInThisFile = cursor.number(2) === 0
  const base = cursor.number(sizes.base)
  const extents = Array.from({ length: cursor.number(2) }, () => {
    cursor.skip(sizes.index)
    return { offset: cursor.number(sizes.offset), length: cursor.number(sizes.length) }
  })
  const origin = { [IN_FILE]: 0, [IN_DATA_BOX]: data?.start }[method]
  if (!isInThisFile || origin === undefined) return []
  // A length of zero extends to the end of the file.
  return extents.map(({ offset, length }) => {
    const start = origin + base + offset
    return [start, length === 0 ? cursor.bytes.length : start + length]
  })
}

class Cursor {
  at: number
  readonly bytes: Buffer
  private readonly end: number

  constructor(bytes: Buffer, { start, end }: Box) {
    ;[this.bytes, this.at, this.end] = [bytes, start, end]
  }
  /** Reads the version of a box that has one, and skips its flags. */
  version(): number {
    const version = this.number(1)
    this.skip(3)
    return version
  }
  number(size: number): number {
    assure(size <= 4 || size === 8, 'AVIF: a number of unknown length')
    const from = this.at
    this.skip(size)
    if (size === 0) return 0
    return size === 8 ? Number(this.bytes.readBigUInt64BE(from)) : this.bytes.readUIntBE(from, size)
  }
  text(length: number): string {
    const from = this.at
    this.skip(length)
    return this.bytes.toString('latin1', from, this.at)
  }
  word(): string {
    const zero = this.bytes.indexOf(0, this.at)
    const from = this.at
    const end = zero === -1 || zero > this.end ? this.end : zero
    this.at = Math.min(end + 1, this.end)
    return this.bytes.toString('latin1', from, end)
  }
  skip(length: number): void {
    assure(this.at + length <= this.end, 'AVIF: a box cut short')
    this.at += length
  }
}
