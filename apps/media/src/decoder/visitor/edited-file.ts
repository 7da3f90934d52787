import type { Patch } from '../../shared/messages.ts'

/** The structure of the file is unexpected, so no part of it can be considered safe. */
export class Unsafe extends Error {
  override name = 'Unsafe'
}
export function assure(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Unsafe(what)
}

/** The maximum number of patches, more than any typical file needs. A file that needs more is replaced by a JPEG for visitors. */
const MOST_PATCHES = 150
const MOST_TEXT = 12_000
/** A run shorter than SHORTEST_RUN takes less space as bytes. Two changes closer than CLOSE take less space as one patch. */
const SHORTEST_RUN = 16
const CLOSE = 8

/** A file in memory that is edited in place, with the list of changes. */
export class EditedFile {
  /** EXIF states that the picture is not stored upright. */
  readonly isTurned: boolean
  /** XMP with copyright and capture time that replaces a packet with private data. */
  readonly packet: Buffer | undefined
  private readonly touched: [start: number, end: number][] = []

  readonly bytes: Buffer

  constructor(bytes: Buffer, isTurned = false, packet?: Buffer) {
    this.bytes = bytes
    this.packet = packet
    this.isTurned = isTurned
  }

  fill(start: number, end: number, value = 0): void {
    this.within(start, end)
    let [from, to] = [start, end]
    while (from < to && this.bytes[from] === value) from++
    while (to > from && this.bytes[to - 1] === value) to--
    if (from === to) return
    this.bytes.fill(value, from, to)
    this.touched.push([from, to])
  }

  write(at: number, content: Uint8Array): void {
    this.within(at, at + content.length)
    let [from, to] = [0, content.length]
    while (from < to && this.bytes[at + from] === content[from]) from++
    while (to > from && this.bytes[at + to - 1] === content[to - 1]) to--
    if (from === to) return
    this.bytes.set(content.subarray(from, to), at + from)
    this.touched.push([at + from, at + to])
  }

  /** Returns the changes in file order. Throws Unsafe if there are too many to store. */
  patches(): Patch[] {
    const patches = this.merged().flatMap(([start, end]) => [...this.encoded(start, end)])
    const text = patches.reduce((sum, patch) => sum + JSON.stringify(patch).length + 1, 0)
    assure(patches.length <= MOST_PATCHES && text <= MOST_TEXT, `${patches.length} patches of ${text} characters`)
    return patches
  }

  private within(start: number, end: number): void {
    assure(start >= 0 && start <= end && end <= this.bytes.length, `an edit of ${start} to ${end}`)
  }

  private merged(): [number, number][] {
    const merged: [number, number][] = []
    for (const [start, end] of this.touched.toSorted(([one], [other]) => one - other)) {
      const last = merged.at(-1)
      if (last && start <= last[1] + CLOSE) last[1] = Math.max(last[1], end)
      else merged.push([start, end])
    }
    return merged
  }

  private *encoded(start: number, end: number): Generator<Patch> {
    let pending = start
    for (let at = start; at < end;) {
      const value = this.bytes[at] ?? 0
      let next = at + 1
      while (next < end && this.bytes[next] === value) next++
      if (next - at >= SHORTEST_RUN) {
        if (pending < at) yield this.literal(pending, at)
        yield [at, next - at, value]
        pending = next
      }
      at = next
    }
    if (pending < end) yield this.literal(pending, end)
  }

  private literal(start: number, end: number): Patch {
    return [start, this.bytes.toString('base64', start, end)]
  }
}
