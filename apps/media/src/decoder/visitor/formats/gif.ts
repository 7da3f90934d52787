import { assertSafe, type ByteRange, cleanWithFallback, type EditedFile } from '../edited-file.ts'
import { cleanIcc } from '../metadata/icc.ts'
import { cleanXmp } from '../metadata/xmp.ts'

const EXTENSION_BLOCK = 0x21
const IMAGE_DESCRIPTOR = 0x2c
const TRAILER = 0x3b
const APPLICATION_EXTENSION = 0xff
const GRAPHIC_CONTROL_EXTENSION = 0xf9
const KEPT_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
const ICC_APPLICATION = 'ICCRGBG1012'
const XMP_APPLICATION = 'XMP DataXMP'
/**
 * Length of the trailer after XMP, which is not divided into blocks. A reader that interprets XMP as blocks may arrive at any byte of the
 * trailer; each byte is a length that leads to the end of the trailer.
 */
const XMP_TRAILER_LENGTH = 258
const SPACE_BYTE = 0x20

export function cleanGif(file: EditedFile): void {
  const { bytes } = file
  assertSafe(bytes.length > 13, 'GIF: truncated file')
  let offset = 13 + colorTableLengthOf(bytes[10] ?? 0)
  while (bytes[offset] !== TRAILER) {
    assertSafe(offset + 10 < bytes.length, 'GIF: truncated file')
    if (bytes[offset] === IMAGE_DESCRIPTOR)
      offset = readBlocks(bytes, offset + 11 + colorTableLengthOf(bytes[offset + 9] ?? 0)).end + 1
    else offset = cleanExtension(file, offset) + 1
  }
  file.fill(offset + 1, bytes.length)
}

const colorTableLengthOf = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

type DataBlock = { start: number; end: number }
/**
 * Returns the data blocks from `from` on, and the offset of the empty block that ends them. In a truncated file, this offset is beyond the
 * end.
 */
function readBlocks(bytes: Buffer, from: number): { blocks: DataBlock[]; end: number } {
  const blocks: DataBlock[] = []
  let offset = from
  for (let length = bytes[offset]; length; length = bytes[offset]) {
    blocks.push({ start: offset + 1, end: offset + 1 + length })
    offset += 1 + length
  }
  return { blocks, end: offset }
}

/** Removes private data from an extension. Returns the offset of the empty block at its end. */
function cleanExtension(file: EditedFile, offset: number): number {
  const { bytes } = file
  assertSafe(bytes[offset] === EXTENSION_BLOCK, 'GIF: unknown block')
  const { blocks: all, end } = readBlocks(bytes, offset + 2)
  const kind = bytes[offset + 1]
  const name = kind === APPLICATION_EXTENSION ? bytes.toString('latin1', offset + 3, offset + 14) : ''
  if (name === XMP_APPLICATION) cleanXmpPacket(file, offset + 14, end + 1 - XMP_TRAILER_LENGTH)
  else if (name === ICC_APPLICATION) cleanProfile(file, all.slice(1))
  else if (kind === APPLICATION_EXTENSION) blankBlocks(file, KEPT_APPLICATIONS.has(name) ? [] : all.slice(1))
  // comments, plain text (which browsers do not display) and unknown extensions
  else if (kind !== GRAPHIC_CONTROL_EXTENSION) blankBlocks(file, all)
  return end
}

function cleanProfile(file: EditedFile, all: DataBlock[]): void {
  const parts = all.map(({ start, end }): ByteRange => [start, end])
  const overwrite = () => blankBlocks(file, all)
  cleanWithFallback(() => cleanIcc(file, parts), overwrite)
}

function blankBlocks(file: EditedFile, all: DataBlock[]): void {
  for (const { start, end } of all) file.fill(start, end)
}

/**
 * Cleans an XMP packet. If that fails, overwrites the packet with spaces and not with zeros, because readers interpret its bytes as block
 * lengths.
 */
function cleanXmpPacket(file: EditedFile, start: number, end: number): void {
  assertSafe(end > start, 'GIF: XMP without a trailer')
  const overwrite = () => file.fill(start, end, SPACE_BYTE)
  cleanWithFallback(() => cleanXmp(file, start, end), overwrite)
}
