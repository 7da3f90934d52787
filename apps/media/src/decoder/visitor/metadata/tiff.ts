import { assure, type EditedFile, Unsafe } from '../edited-file.ts'
import { type Action, type Directory } from './tiff-tags.ts'

/** Functions that clean data of other formats inside a TIFF structure. They receive offsets in the file. */
export type Insides = Partial<
  Record<'jpeg' | 'xmp' | 'iptc' | 'photoshop' | 'icc', (start: number, end: number) => void>
>
export type Layout = {
  /** The directories of the chain, in order; those after the last are cut off. `endless`: the last one describes all that follow. */
  chain: Directory[]
  endless?: boolean
  /** The structure holds the pixels, so a value or strip that cannot be found is an error. */
  isFile?: boolean
}

const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const [SHORT, LONG] = [3, 4]
const MOST_DIRECTORIES = 100
const ENTRY = 12

type Entry = { at: number; tag: number; type: number; count: number; start: number; end: number }
type Kept = { entry: Entry; action: Action; inside: Directory | undefined }

/**
 * Keeps what the layout lists and blanks everything else between `start` and `end`, including ranges to which no directory points, because
 * maker notes are known to have values anywhere. Removes the gaps in directories, so that the result is valid, too.
 */
export function cleanTiff(
  file: EditedFile,
  [start, end]: [number, number],
  layout: Layout,
  insides: Insides = {},
): void {
  new TiffCleaner(file, [start, end], layout, insides).run()
}

class TiffCleaner {
  private readonly file: EditedFile
  private readonly base: number
  private readonly size: number
  private readonly layout: Layout
  private readonly insides: Insides
  private readonly little: boolean
  private readonly kept: [start: number, end: number][] = [[0, 8]]
  private readonly seen = new Set<number>()

  constructor(file: EditedFile, [start, end]: [number, number], layout: Layout, insides: Insides) {
    ;[this.file, this.base, this.size, this.layout, this.insides] = [file, start, end - start, layout, insides]
    assure(this.size >= 8, 'TIFF: no header')
    this.little = file.bytes[start] === 0x49
    assure(/^(II\*\0|MM\0\*)$/.test(file.bytes.toString('latin1', start, start + 4)), 'TIFF: another kind')
  }

  run(): void {
    this.walk(4, this.layout.chain, this.layout.endless)
    let at = 0
    for (const [start, end] of this.kept.toSorted(([one], [other]) => one - other)) {
      if (start > at) this.blank(at, start)
      at = Math.max(at, end)
    }
    this.blank(at, this.size)
  }

  /** `link`: the offset at which the offset of the directory is stored. */
  private walk(link: number, [directory, ...following]: Directory[], isEndless = false): void {
    const at = this.u32(link)
    if (at === 0) return
    if (!directory || (!this.layout.isFile && !this.canBegin(at))) return this.put32(link, 0)
    assure(!this.seen.has(at) && this.seen.size < MOST_DIRECTORIES, 'TIFF: directories in a circle')
    this.seen.add(at)
    const count = this.u16(at)
    const listEnd = at + 2 + count * ENTRY
    assure(listEnd <= this.size, 'TIFF: directory cut short')
    const kept = this.entries(at + 2, count).flatMap(entry => this.judged(entry, directory))
    const next = listEnd + 4 <= this.size ? this.u32(listEnd) : 0
    const nextAt = this.close(at, kept, { listEnd, next })
    this.follow(kept)
    if (nextAt !== undefined) this.walk(nextAt, isEndless ? [directory] : following, isEndless)
  }

  private canBegin = (at: number): boolean => at >= 8 && at + 2 <= this.size

  private entries(first: number, count: number): Entry[] {
    return Array.from({ length: count }, (_, index) => {
      const at = first + index * ENTRY
      const [tag, type, values] = [this.u16(at), this.u16(at + 2), this.u32(at + 4)]
      const length = (SIZES[type] ?? 0) * values
      const start = length > 4 ? this.u32(at + 8) : at + 8
      return { at, tag, type, count: values, start, end: start + length }
    })
  }

  /** Removes an entry whose value is missing or outside of the structure. In a TIFF file a value outside is a sign of damage. */
  private judged(entry: Entry, directory: Directory): Kept[] {
    const verdict = directory(entry.tag)
    if (!verdict) return []
    const isSound = entry.end > entry.start && entry.end <= this.size
    if (!isSound) {
      assure(!this.layout.isFile || (entry.type in SIZES && entry.count === 0), `TIFF: tag ${entry.tag} has no value`)
      return []
    }
    return [{ entry, action: verdict.action, inside: verdict.inside }]
  }

  /** Moves the kept entries together. Returns the offset of the link to the next directory. */
  private close(at: number, kept: Kept[], { listEnd, next }: { listEnd: number; next: number }): number | undefined {
    const { bytes } = this.file
    const entries = kept.map(({ entry }) => bytes.subarray(this.base + entry.at, this.base + entry.at + ENTRY))
    const list = Buffer.concat([Buffer.alloc(2), ...entries, Buffer.alloc(4)])
    if (this.little) list.writeUInt16LE(kept.length)
    else list.writeUInt16BE(kept.length)
    const linkAt = at + list.length - 4
    const hasLink = linkAt + 4 <= this.size
    kept.forEach(({ entry }, index) => {
      // A value that is stored in its entry moves with it.
      if (entry.start === entry.at + 8) entry.end += at + 10 + index * ENTRY - entry.start
      if (entry.start === entry.at + 8) entry.start = at + 10 + index * ENTRY
    })
    this.file.write(this.base + at, hasLink ? list : list.subarray(0, -4))
    if (hasLink) this.put32(linkAt, next)
    this.kept.push([at, Math.min(linkAt + 4, this.size)])
    if (linkAt + 4 < listEnd) this.blank(linkAt + 4, listEnd)
    return hasLink ? linkAt : undefined
  }

  private follow(kept: Kept[]): void {
    const found = (action: Action): Entry | undefined => kept.find(one => one.action === action)?.entry
    for (const { entry, action, inside } of kept) {
      this.kept.push([entry.start, entry.end])
      if (action === 'directory' && inside) this.subDirectories(entry, inside)
      if (action === 'xmp' || action === 'iptc' || action === 'photoshop' || action === 'icc')
        this.clean(action, entry.start, entry.end)
    }
    this.keepPixels(found('strips'), found('strip sizes'))
    const [jpeg, size] = [found('jpeg'), found('jpeg size')]
    if (jpeg && size) this.keepJpeg(this.number(jpeg, 0), this.number(size, 0))
  }

  private subDirectories(entry: Entry, inside: Directory): void {
    assure(entry.type === LONG || entry.type === 13, 'TIFF: a directory in a strange place')
    for (let index = 0; index < entry.count; index++) {
      const link = entry.start + index * 4
      this.walk(link, [inside])
    }
  }

  private keepPixels(places: Entry | undefined, sizes: Entry | undefined): void {
    if (!places && !sizes) return
    if (!places || !sizes || places.count !== sizes.count) throw new Unsafe('TIFF: strips without a size')
    for (let index = 0; index < places.count; index++) {
      const start = this.number(places, index)
      const end = start + this.number(sizes, index)
      if (this.layout.isFile) assure(end <= this.size, 'TIFF: strips beyond the end')
      if (end <= this.size) this.kept.push([start, end])
    }
  }

  private keepJpeg(start: number, length: number): void {
    if (start + length > this.size) return
    this.kept.push([start, start + length])
    this.clean('jpeg', start, start + length)
  }

  /** Blanks the range if its cleaning function does not understand it. */
  private clean(kind: keyof Insides, start: number, end: number): void {
    const [from, to] = [this.base + start, this.base + end]
    try {
      const walker = this.insides[kind]
      assure(walker !== undefined, `TIFF: ${kind} is not expected here`)
      walker(from, to)
    } catch (error) {
      if (!(error instanceof Unsafe)) throw error
      this.file.fill(from, to)
    }
  }

  private number(entry: Entry, index: number): number {
    assure(index < entry.count && (entry.type === SHORT || entry.type === LONG), 'TIFF: a number of a strange type')
    return entry.type === SHORT ? this.u16(entry.start + index * 2) : this.u32(entry.start + index * 4)
  }
  private u16(at: number): number {
    assure(at >= 0 && at + 2 <= this.size, 'TIFF: beyond the end')
    const { bytes } = this.file
    return this.little ? bytes.readUInt16LE(this.base + at) : bytes.readUInt16BE(this.base + at)
  }
  private u32(at: number): number {
    assure(at >= 0 && at + 4 <= this.size, 'TIFF: beyond the end')
    const { bytes } = this.file
    return this.little ? bytes.readUInt32LE(this.base + at) : bytes.readUInt32BE(this.base + at)
  }
  private put32(at: number, value: number): void {
    const field = Buffer.alloc(4)
    if (this.little) field.writeUInt32LE(value)
    else field.writeUInt32BE(value)
    this.file.write(this.base + at, field)
  }
  private blank(start: number, end: number): void {
    if (start < end) this.file.fill(this.base + start, this.base + end)
  }
}
