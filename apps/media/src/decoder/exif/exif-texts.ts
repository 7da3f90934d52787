import { decode, decodeText } from '@daymark/contracts/text'
import type { Tags } from './tags.ts'

const EXIF_PREFIX_LENGTH = 6

/** Returns the offset of the TIFF structure in an EXIF block. In JPEG files and some WebP files, a prefix of six bytes precedes it. */
export const skipExifPrefix = (bytes: Buffer, start = 0): number =>
  bytes.toString('latin1', start, start + 4) === 'Exif' ? start + EXIF_PREFIX_LENGTH : start

/** Limits for untrusted files. Real files have a few hundred entries and, with maker notes, some hundred kB. */
const MAX_ENTRIES = 1000
const MAX_VALUE_BYTES = 4 * 1024 ** 2

const TEXT_TAGS: Record<number, string> = {
  0x010f: 'Make',
  0x0110: 'Model',
  0x0131: 'Software',
  0x013b: 'Artist',
  0x8298: 'Copyright',
  0xa434: 'LensModel',
}
const XP_AUTHOR = 0x9c9d
/** Tags that point to the EXIF, GPS and interoperability directories. */
const DIRECTORY_TAGS = new Set([0x8769, 0x8825, 0xa005])
const TYPE_SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const ENTRY_LENGTH = 12
/** The first byte of an escape sequence in JIS texts. */
const ESCAPE_BYTE = 0x1b

type ExifEntry = { tag: number; value: Buffer; pointer: number }

/**
 * Decodes those texts of an EXIF block that are not ASCII. Returns undefined if the number or the size of the values exceeds the limits:
 * parsers would need seconds or too much memory for such a block.
 */
export function readExifTexts(tiff: Buffer): Tags | undefined {
  const texts: Tags = {}
  let [entries, bytes] = [0, 0]
  for (const { tag, value } of readEntries(tiff)) {
    entries++
    bytes += value.length
    if (entries > MAX_ENTRIES || bytes > MAX_VALUE_BYTES) return undefined
    const name = TEXT_TAGS[tag]
    if (tag === XP_AUTHOR) texts['XPAuthor'] = decode('utf-16le', value.subarray(0, value.length & ~1))
    else if (name && value.some(byte => byte >= 0x80 || byte === ESCAPE_BYTE))
      texts[name] ??= decodeText(trimNulBytes(value))
  }
  return texts
}

/** Yields the entries of all directories; each directory is read once. A value that extends beyond the block is truncated. */
function* readEntries(tiff: Buffer): Generator<ExifEntry> {
  if (tiff.length < 10) return
  const isLittleEndian = tiff[0] === 0x49
  const u16 = (offset: number): number => (isLittleEndian ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset))
  const u32 = (offset: number): number => (isLittleEndian ? tiff.readUInt32LE(offset) : tiff.readUInt32BE(offset))
  const entryAt = (offset: number): ExifEntry => {
    const length = (TYPE_SIZES[u16(offset + 2)] ?? 1) * u32(offset + 4)
    const valueStart = length > 4 ? u32(offset + 8) : offset + 8
    return { tag: u16(offset), value: tiff.subarray(valueStart, valueStart + length), pointer: u32(offset + 8) }
  }
  const directories = new Set([u32(4)])
  for (const start of directories) {
    if (start + 2 > tiff.length) continue
    const end = Math.min(start + 2 + u16(start) * ENTRY_LENGTH, tiff.length - ENTRY_LENGTH + 1)
    for (let offset = start + 2; offset < end; offset += ENTRY_LENGTH) {
      const entry = entryAt(offset)
      if (DIRECTORY_TAGS.has(entry.tag)) directories.add(entry.pointer)
      yield entry
    }
  }
}

function trimNulBytes(value: Buffer): Buffer {
  let end = value.length
  while (end > 0 && value[end - 1] === 0) end--
  return value.subarray(0, end)
}
