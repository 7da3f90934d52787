/** The records of a ZIP file (PKWARE APPNOTE 4.3), stored entries only. */

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const ZIP64_END = 0x06064b50
const ZIP64_LOCATOR = 0x07064b50
const END_OF_DIRECTORY = 0x06054b50

const VERSION_PLAIN = 20
const VERSION_ZIP64 = 45
const MADE_ON_UNIX = 3 << 8
const MODE_REGULAR_FILE = (0o100644 << 16) >>> 0
const FLAG_UTF8_NAMES = 0x0800
const METHOD_STORED = 0
const EXTRA_ZIP64 = 0x0001

const MAX_UINT16 = 0xffff
const MAX_UINT32 = 0xffffffff

/** `modified`: a local time without a time zone, stored as if it were UTC; null if unknown. */
export type Entry = { name: Buffer; size: number; crc32: number; modified: Date | null }
export type LocatedEntry = Entry & { offset: number }
type CentralDirectory = { entries: number; offset: number; size: number }

export function formatLocalHeader(entry: Entry): Buffer {
  const zip64 =
    entry.size >= MAX_UINT32
      ? new FieldWriter().u16(EXTRA_ZIP64).u16(16).u64(entry.size).u64(entry.size)
      : new FieldWriter()
  const extra = zip64.toBuffer()
  return new FieldWriter()
    .u32(LOCAL_HEADER)
    .u16(entry.size >= MAX_UINT32 ? VERSION_ZIP64 : VERSION_PLAIN)
    .bytes(formatSharedFields(entry))
    .u16(extra.length)
    .bytes(entry.name)
    .bytes(extra)
    .toBuffer()
}

export function formatCentralHeader(entry: LocatedEntry): Buffer {
  const zip64Values = [
    ...(entry.size >= MAX_UINT32 ? [entry.size, entry.size] : []),
    ...(entry.offset >= MAX_UINT32 ? [entry.offset] : []),
  ]
  const zip64 = new FieldWriter()
  if (zip64Values.length > 0) zip64.u16(EXTRA_ZIP64).u16(zip64Values.length * 8)
  for (const value of zip64Values) zip64.u64(value)
  const extra = zip64.toBuffer()
  const version = zip64Values.length > 0 ? VERSION_ZIP64 : VERSION_PLAIN
  return new FieldWriter()
    .u32(CENTRAL_HEADER)
    .u16(MADE_ON_UNIX | version)
    .u16(version)
    .bytes(formatSharedFields(entry))
    .u16(extra.length)
    .u16(0) // comment
    .u16(0) // disk
    .u16(0) // internal attributes
    .u32(MODE_REGULAR_FILE)
    .u32(Math.min(entry.offset, MAX_UINT32))
    .bytes(entry.name)
    .bytes(extra)
    .toBuffer()
}

/** The records at the end of the archive. ZIP64 records precede the classic one if a number does not fit into it. */
export function formatEndRecords({ entries, offset, size }: CentralDirectory): Buffer {
  const end = new FieldWriter()
  if (entries >= MAX_UINT16 || offset >= MAX_UINT32 || size >= MAX_UINT32)
    end
      .u32(ZIP64_END)
      .u64(44) // size of the rest of this record
      .u16(VERSION_ZIP64)
      .u16(VERSION_ZIP64)
      .u32(0) // this disk
      .u32(0) // disk of the directory
      .u64(entries)
      .u64(entries)
      .u64(size)
      .u64(offset)
      .u32(ZIP64_LOCATOR)
      .u32(0)
      .u64(offset + size)
      .u32(1)
  return end
    .u32(END_OF_DIRECTORY)
    .u16(0)
    .u16(0)
    .u16(Math.min(entries, MAX_UINT16))
    .u16(Math.min(entries, MAX_UINT16))
    .u32(Math.min(size, MAX_UINT32))
    .u32(Math.min(offset, MAX_UINT32))
    .u16(0) // comment
    .toBuffer()
}

/** The fields that the local and the central header share, from the flags to the length of the name. */
function formatSharedFields(entry: Entry): Buffer {
  const { time, date } = toDosTime(entry.modified)
  const size = Math.min(entry.size, MAX_UINT32)
  return new FieldWriter()
    .u16(FLAG_UTF8_NAMES)
    .u16(METHOD_STORED)
    .u16(time)
    .u16(date)
    .u32(entry.crc32)
    .u32(size)
    .u32(size)
    .u16(entry.name.length)
    .toBuffer()
}

/** Times in a ZIP have no zone, like the clocks of cameras, so an unpacked photo shows the local time at which it was taken. */
function toDosTime(modified: Date | null): { time: number; date: number } {
  if (!modified || modified.getUTCFullYear() < 1980 || modified.getUTCFullYear() > 2107)
    return { time: 0, date: (1 << 5) | 1 }
  return {
    time: (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | (modified.getUTCSeconds() >> 1),
    date: ((modified.getUTCFullYear() - 1980) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate(),
  }
}

/** Writes little-endian fields one after another. */
class FieldWriter {
  private readonly fields: Buffer[] = []

  u16(value: number): this {
    const field = Buffer.allocUnsafe(2)
    field.writeUInt16LE(value)
    return this.bytes(field)
  }
  u32(value: number): this {
    const field = Buffer.allocUnsafe(4)
    field.writeUInt32LE(value >>> 0)
    return this.bytes(field)
  }
  u64(value: number): this {
    const field = Buffer.allocUnsafe(8)
    field.writeBigUInt64LE(BigInt(value))
    return this.bytes(field)
  }
  bytes(field: Buffer): this {
    this.fields.push(field)
    return this
  }
  toBuffer(): Buffer {
    return Buffer.concat(this.fields)
  }
}
