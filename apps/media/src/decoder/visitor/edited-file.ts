import type { Patch } from '../../shared/messages.ts'

/** Thrown if a part of a file has an unexpected structure, in which private data may remain. */
export class UnsafeFile extends Error {
  override name = 'Unsafe'
}
export function assertSafe(condition: boolean, message: string): asserts condition {
  if (!condition) throw new UnsafeFile(message)
}
/** Calls `clean`. If `clean` throws UnsafeFile, calls `fallback`, which usually overwrites the part that cannot be cleaned. */
export function cleanWithFallback<T>(clean: () => T, fallback: () => T): T {
  try {
    return clean()
  } catch (error) {
    if (!(error instanceof UnsafeFile)) throw error
    return fallback()
  }
}

export type ByteRange = [start: number, end: number]

const sortRanges = (ranges: ByteRange[]): ByteRange[] => ranges.toSorted(([one], [other]) => one - other)

/** Returns the parts from `start` to `end` that none of the ranges covers. */
export function findGaps(ranges: ByteRange[], start: number, end: number): ByteRange[] {
  const gaps: ByteRange[] = []
  let offset = start
  for (const [from, to] of sortRanges(ranges)) {
    if (offset < Math.min(from, end)) gaps.push([offset, Math.min(from, end)])
    offset = Math.max(offset, to)
  }
  if (offset < end) gaps.push([offset, end])
  return gaps
}

/** Returns the ranges in order. Merges ranges that overlap, and ranges for whose gap, from `end` to `start`, `isJoined` returns true. */
export function mergeRanges(ranges: ByteRange[], isJoined: (end: number, start: number) => boolean): ByteRange[] {
  const merged: ByteRange[] = []
  for (const [start, end] of sortRanges(ranges)) {
    const last = merged.at(-1)
    if (last && (start <= last[1] || isJoined(last[1], start))) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

/** Limits for the patches that are stored per photo. If a file needs more, visitors get a JPEG instead. */
const MAX_PATCHES = 150
const MAX_PATCHES_LENGTH = 12_000
/** Runs of equal bytes that are shorter than this take less space as plain bytes. */
const MIN_RUN_LENGTH = 16
/** Two changes with at most this gap take less space as one patch. */
const MAX_MERGED_GAP = 8

/** A file in memory that is edited in place and records the changed ranges. */
export class EditedFile {
  /** True if the EXIF orientation rotates the picture, so that the orientation must remain. */
  readonly isRotated: boolean
  /** XMP packet with copyright and capture time, for files whose own XMP must be removed. */
  readonly replacementXmp: Buffer | undefined
  private readonly changedRanges: ByteRange[] = []

  readonly bytes: Buffer

  constructor(bytes: Buffer, isRotated = false, replacementXmp?: Buffer) {
    this.bytes = bytes
    this.replacementXmp = replacementXmp
    this.isRotated = isRotated
  }

  fill(start: number, end: number, value = 0): void {
    this.assertInside(start, end)
    let [from, to] = [start, end]
    while (from < to && this.bytes[from] === value) from++
    while (to > from && this.bytes[to - 1] === value) to--
    if (from === to) return
    this.bytes.fill(value, from, to)
    this.changedRanges.push([from, to])
  }

  write(offset: number, content: Uint8Array): void {
    this.assertInside(offset, offset + content.length)
    let [from, to] = [0, content.length]
    while (from < to && this.bytes[offset + from] === content[from]) from++
    while (to > from && this.bytes[offset + to - 1] === content[to - 1]) to--
    if (from === to) return
    this.bytes.set(content.subarray(from, to), offset + from)
    this.changedRanges.push([offset + from, offset + to])
  }

  /** Returns the changes as patches in file order. Throws UnsafeFile if they exceed the limits. */
  toPatches(): Patch[] {
    const ranges = mergeRanges(this.changedRanges, (end, start) => start - end <= MAX_MERGED_GAP)
    const patches = ranges.flatMap(([start, end]) => [...this.encodeRange(start, end)])
    const text = patches.reduce((sum, patch) => sum + JSON.stringify(patch).length + 1, 0)
    assertSafe(
      patches.length <= MAX_PATCHES && text <= MAX_PATCHES_LENGTH,
      `${patches.length} patches of ${text} characters`,
    )
    return patches
  }

  private assertInside(start: number, end: number): void {
    assertSafe(start >= 0 && start <= end && end <= this.bytes.length, `an edit of ${start} to ${end}`)
  }

  private *encodeRange(start: number, end: number): Generator<Patch> {
    let pending = start
    for (let offset = start; offset < end;) {
      const value = this.bytes[offset] ?? 0
      let next = offset + 1
      while (next < end && this.bytes[next] === value) next++
      if (next - offset >= MIN_RUN_LENGTH) {
        if (pending < offset) yield this.encodeBytes(pending, offset)
        yield [offset, next - offset, value]
        pending = next
      }
      offset = next
    }
    if (pending < end) yield this.encodeBytes(pending, end)
  }

  private encodeBytes(start: number, end: number): Patch {
    return [start, this.bytes.toString('base64', start, end)]
  }
}
