import { assertSafe, type ByteRange, cleanWithFallback, type EditedFile, findGaps, UnsafeFile } from '../edited-file.ts'
import { type TagAction, type DirectoryRules } from './tiff-tags.ts'

/** Functions that clean data of other formats inside a TIFF structure. `start` and `end` are offsets in the file. */
type ContentCleaners = Partial<
  Record<'jpeg' | 'xmp' | 'iptc' | 'photoshop' | 'icc', (start: number, end: number) => void>
>
type CleaningRules = {
  /** Rules for the chained directories, in order. Further directories are removed, or cleaned by the last rules if `isEndless` is set. */
  chain: DirectoryRules[]
  isEndless?: boolean
  /** True if the structure is a TIFF file with the pixels, in which a missing value or strip is an error. */
  isFile?: boolean
}

const TYPE_SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const [SHORT_TYPE, LONG_TYPE] = [3, 4]
const MAX_DIRECTORIES = 100
const ENTRY_LENGTH = 12

type DirectoryEntry = { offset: number; tag: number; type: number; count: number; start: number; end: number }
type KeptEntry = { entry: DirectoryEntry; action: TagAction; inside: DirectoryRules | undefined }

/**
 * Overwrites all bytes between `start` and `end` that the rules do not keep. This includes bytes to which no directory points, because
 * maker notes can have values anywhere. Moves the remaining entries together, so that the directories are valid.
 */
export function cleanTiff(
  file: EditedFile,
  [start, end]: ByteRange,
  rules: CleaningRules,
  contentCleaners: ContentCleaners = {},
): void {
  new TiffCleaner(file, [start, end], rules, contentCleaners).run()
}

class TiffCleaner {
  private readonly file: EditedFile
  private readonly base: number
  private readonly size: number
  private readonly rules: CleaningRules
  private readonly contentCleaners: ContentCleaners
  private readonly isLittleEndian: boolean
  private readonly keptRanges: ByteRange[] = [[0, 8]]
  private readonly visitedOffsets = new Set<number>()

  constructor(file: EditedFile, [start, end]: ByteRange, rules: CleaningRules, contentCleaners: ContentCleaners) {
    ;[this.file, this.base, this.size, this.rules, this.contentCleaners] = [
      file,
      start,
      end - start,
      rules,
      contentCleaners,
    ]
    assertSafe(this.size >= 8, 'TIFF: missing header')
    this.isLittleEndian = file.bytes[start] === 0x49
    assertSafe(/^(II\*\0|MM\0\*)$/.test(file.bytes.toString('latin1', start, start + 4)), 'TIFF: unsupported header')
  }

  run(): void {
    this.cleanDirectory(4, this.rules.chain, this.rules.isEndless)
    for (const [start, end] of findGaps(this.keptRanges, 0, this.size)) this.blankRange(start, end)
  }

  /** Cleans the directory whose offset is stored at `link`, and the directories that follow it. */
  private cleanDirectory(link: number, [directory, ...following]: DirectoryRules[], isEndless = false): void {
    const offset = this.readU32(link)
    if (offset === 0) return
    if (!directory || (!this.rules.isFile && !this.isValidDirectoryOffset(offset))) return this.writeU32(link, 0)
    assertSafe(
      !this.visitedOffsets.has(offset) && this.visitedOffsets.size < MAX_DIRECTORIES,
      'TIFF: directories form a cycle',
    )
    this.visitedOffsets.add(offset)
    const count = this.readU16(offset)
    const listEnd = offset + 2 + count * ENTRY_LENGTH
    assertSafe(listEnd <= this.size, 'TIFF: truncated directory')
    const kept = this.readEntries(offset + 2, count).flatMap(entry => this.keepIfAllowed(entry, directory))
    const next = listEnd + 4 <= this.size ? this.readU32(listEnd) : 0
    const nextLinkOffset = this.rewriteDirectory(offset, kept, { listEnd, next })
    this.cleanValues(kept)
    if (nextLinkOffset !== undefined)
      this.cleanDirectory(nextLinkOffset, isEndless ? [directory] : following, isEndless)
  }

  private isValidDirectoryOffset = (offset: number): boolean => offset >= 8 && offset + 2 <= this.size

  private readEntries(first: number, count: number): DirectoryEntry[] {
    return Array.from({ length: count }, (_, index) => {
      const offset = first + index * ENTRY_LENGTH
      const [tag, type, values] = [this.readU16(offset), this.readU16(offset + 2), this.readU32(offset + 4)]
      const length = (TYPE_SIZES[type] ?? 0) * values
      const start = length > 4 ? this.readU32(offset + 8) : offset + 8
      return { offset, tag, type, count: values, start, end: start + length }
    })
  }

  /**
   * Returns the entry, or nothing if the rules remove it or its value is outside of the structure. In a TIFF file, such a value is an
   * error.
   */
  private keepIfAllowed(entry: DirectoryEntry, directory: DirectoryRules): KeptEntry[] {
    const rule = directory(entry.tag)
    if (!rule) return []
    const isInside = entry.end > entry.start && entry.end <= this.size
    if (!isInside) {
      assertSafe(
        !this.rules.isFile || (entry.type in TYPE_SIZES && entry.count === 0),
        `TIFF: tag ${entry.tag} has no value`,
      )
      return []
    }
    return [{ entry, action: rule.action, inside: rule.inside }]
  }

  /** Writes the remaining entries one after another. Returns the position of the offset of the next directory. */
  private rewriteDirectory(
    offset: number,
    kept: KeptEntry[],
    { listEnd, next }: { listEnd: number; next: number },
  ): number | undefined {
    const { bytes } = this.file
    const entries = kept.map(({ entry }) =>
      bytes.subarray(this.base + entry.offset, this.base + entry.offset + ENTRY_LENGTH),
    )
    const list = Buffer.concat([Buffer.alloc(2), ...entries, Buffer.alloc(4)])
    if (this.isLittleEndian) list.writeUInt16LE(kept.length)
    else list.writeUInt16BE(kept.length)
    const linkOffset = offset + list.length - 4
    const hasLink = linkOffset + 4 <= this.size
    kept.forEach(({ entry }, index) => {
      // a value that is stored in its entry moves with it
      if (entry.start === entry.offset + 8) entry.end += offset + 10 + index * ENTRY_LENGTH - entry.start
      if (entry.start === entry.offset + 8) entry.start = offset + 10 + index * ENTRY_LENGTH
    })
    this.file.write(this.base + offset, hasLink ? list : list.subarray(0, -4))
    if (hasLink) this.writeU32(linkOffset, next)
    this.keptRanges.push([offset, Math.min(linkOffset + 4, this.size)])
    if (linkOffset + 4 < listEnd) this.blankRange(linkOffset + 4, listEnd)
    return hasLink ? linkOffset : undefined
  }

  private cleanValues(kept: KeptEntry[]): void {
    const findEntry = (action: TagAction): DirectoryEntry | undefined => kept.find(one => one.action === action)?.entry
    for (const { entry, action, inside } of kept) {
      this.keptRanges.push([entry.start, entry.end])
      if (action === 'directory' && inside) this.cleanSubDirectories(entry, inside)
      if (action === 'xmp' || action === 'iptc' || action === 'photoshop' || action === 'icc')
        this.cleanRange(action, entry.start, entry.end)
    }
    this.keepPixels(findEntry('strips'), findEntry('strip sizes'))
    const [jpeg, size] = [findEntry('jpeg'), findEntry('jpeg size')]
    if (jpeg && size) this.keepJpeg(this.readNumber(jpeg, 0), this.readNumber(size, 0))
  }

  private cleanSubDirectories(entry: DirectoryEntry, inside: DirectoryRules): void {
    assertSafe(entry.type === LONG_TYPE || entry.type === 13, 'TIFF: invalid type of a directory offset')
    for (let index = 0; index < entry.count; index++) {
      const link = entry.start + index * 4
      this.cleanDirectory(link, [inside])
    }
  }

  private keepPixels(offsets: DirectoryEntry | undefined, sizes: DirectoryEntry | undefined): void {
    if (!offsets && !sizes) return
    if (!offsets || !sizes || offsets.count !== sizes.count) throw new UnsafeFile('TIFF: strips without sizes')
    for (let index = 0; index < offsets.count; index++) {
      const start = this.readNumber(offsets, index)
      const end = start + this.readNumber(sizes, index)
      if (this.rules.isFile) assertSafe(end <= this.size, 'TIFF: strips beyond the end')
      if (end <= this.size) this.keptRanges.push([start, end])
    }
  }

  private keepJpeg(start: number, length: number): void {
    if (start + length > this.size) return
    this.keptRanges.push([start, start + length])
    this.cleanRange('jpeg', start, start + length)
  }

  /** Cleans a range with the function for its kind. Overwrites the range if there is none or if it throws UnsafeFile. */
  private cleanRange(kind: keyof ContentCleaners, start: number, end: number): void {
    const [from, to] = [this.base + start, this.base + end]
    const cleanContent = this.contentCleaners[kind]
    const overwrite = () => this.file.fill(from, to)
    if (cleanContent) cleanWithFallback(() => cleanContent(from, to), overwrite)
    else overwrite()
  }

  private readNumber(entry: DirectoryEntry, index: number): number {
    assertSafe(
      index < entry.count && (entry.type === SHORT_TYPE || entry.type === LONG_TYPE),
      'TIFF: unsupported type of a number',
    )
    return entry.type === SHORT_TYPE ? this.readU16(entry.start + index * 2) : this.readU32(entry.start + index * 4)
  }
  private readU16(offset: number): number {
    assertSafe(offset >= 0 && offset + 2 <= this.size, 'TIFF: beyond the end')
    const { bytes } = this.file
    return this.isLittleEndian ? bytes.readUInt16LE(this.base + offset) : bytes.readUInt16BE(this.base + offset)
  }
  private readU32(offset: number): number {
    assertSafe(offset >= 0 && offset + 4 <= this.size, 'TIFF: beyond the end')
    const { bytes } = this.file
    return this.isLittleEndian ? bytes.readUInt32LE(this.base + offset) : bytes.readUInt32BE(this.base + offset)
  }
  private writeU32(offset: number, value: number): void {
    const field = Buffer.alloc(4)
    if (this.isLittleEndian) field.writeUInt32LE(value)
    else field.writeUInt32BE(value)
    this.file.write(this.base + offset, field)
  }
  private blankRange(start: number, end: number): void {
    if (start < end) this.file.fill(this.base + start, this.base + end)
  }
}
