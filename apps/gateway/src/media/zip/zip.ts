import type { Patches } from '@daymark/contracts'
import type { ByteRange, Pieces } from '@daymark/storage'
import { archiveNames } from './archive-names.ts'
import { centralHeader, endRecords, localHeader, type Placed } from './zip-records.ts'

export type ZipFile = {
  key: string
  name: string
  size: number
  crc32: number
  modified: Date | null
  patches?: Patches | undefined
}
/** Opens a member, or a part of it. */
export type OpenMember = (file: ZipFile, range?: ByteRange) => Promise<Pieces>

/** A stretch of the archive: bytes of ours, or the content of a member. */
type Section = { offset: number; size: number; bytes?: Buffer; file?: ZipFile }

/**
 * A ZIP (ZIP64 where needed) of stored files. Sizes and CRC-32 are known since upload, so that every byte has its place before
 * the first is sent: Content-Length is exact and any range can be answered without reading what lies outside it.
 */
export class ZipArchive {
  readonly size: number
  private readonly sections: Section[] = []

  /** `names`: where these are no names but paths, each its own already. */
  constructor(files: ZipFile[], names = archiveNames(files.map(file => file.name))) {
    const placed = files.map((file, i) => this.addMember(file, Buffer.from(names[i] ?? '')))
    const directory = Buffer.concat(placed.map(centralHeader))
    const { size } = this.add({ size: directory.length, bytes: directory })
    const end = endRecords({ entries: files.length, offset: this.end - size, size })
    this.add({ size: end.length, bytes: end })
    this.size = this.end
  }

  /** The bytes of the archive, or of a range of it, one chunk at a time. */
  async *read(open: OpenMember, range: ByteRange = { start: 0, end: this.size - 1 }): AsyncGenerator<Uint8Array> {
    for (const section of this.sections) {
      const start = Math.max(range.start - section.offset, 0)
      const end = Math.min(range.end - section.offset, section.size - 1)
      if (start > end) continue
      if (section.bytes) yield section.bytes.subarray(start, end + 1)
      else if (section.file) yield* readMember(open, section.file, { start, end })
    }
  }

  private addMember(file: ZipFile, name: Buffer): Placed {
    const entry = { name, size: file.size, crc32: file.crc32, modified: file.modified }
    const header = localHeader(entry)
    const { offset } = this.add({ size: header.length, bytes: header })
    this.add({ size: file.size, file })
    return { ...entry, offset }
  }

  private add(section: Omit<Section, 'offset'>): Section {
    const added = { offset: this.end, ...section }
    this.sections.push(added)
    return added
  }

  private get end(): number {
    const last = this.sections.at(-1)
    return last ? last.offset + last.size : 0
  }
}

/** A member that is not as long as the archive says would shift everything after it: better no end than a wrong one. */
async function* readMember(open: OpenMember, file: ZipFile, range: ByteRange): AsyncGenerator<Uint8Array> {
  const whole = range.start === 0 && range.end === file.size - 1
  const expected = range.end - range.start + 1
  let sent = 0
  for await (const chunk of await open(file, whole ? undefined : range)) {
    sent += chunk.length
    if (sent > expected) break
    yield chunk
  }
  if (sent !== expected) throw new Error(`the object ${file.key} does not have the ${file.size} bytes it is known with`)
}
