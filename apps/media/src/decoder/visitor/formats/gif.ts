import { assure, type EditedFile, Unsafe } from '../edited-file.ts'
import { cleanIcc } from '../metadata/icc.ts'
import { cleanXmp } from '../metadata/xmp.ts'

const EXTENSION = 0x21
const PICTURE = 0x2c
const END = 0x3b
const APPLICATION = 0xff
const GRAPHIC_CONTROL = 0xf9
const KEPT_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
const PROFILE = 'ICCRGBG1012'
const XMP = 'XMP DataXMP'
/** The length of the trailer after XMP. XMP is not divided into blocks, so the trailer leads a reader to the end from any position. */
const XMP_TRAILER = 258
const SPACE = 0x20

export function cleanGif(file: EditedFile): void {
  const { bytes } = file
  assure(bytes.length > 13, 'GIF: cut short')
  let at = 13 + colours(bytes[10] ?? 0)
  while (bytes[at] !== END) {
    assure(at + 10 < bytes.length, 'GIF: cut short')
    if (bytes[at] === PICTURE) at = blocks(bytes, at + 11 + colours(bytes[at + 9] ?? 0)).at(-1)?.end ?? 0
    else at = cleanExtension(file, at)
    assure(at > 0, 'GIF: cut short')
    at++
  }
  file.fill(at + 1, bytes.length)
}

const colours = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

type Block = { start: number; end: number }
/** Returns the blocks up to and including the empty one that ends them. */
function blocks(bytes: Buffer, from: number): Block[] {
  const found: Block[] = []
  for (let at = from; ;) {
    assure(at < bytes.length, 'GIF: a block beyond the end')
    const length = bytes[at] ?? 0
    if (length === 0) return [...found, { start: at, end: at }]
    found.push({ start: at + 1, end: at + 1 + length })
    at += 1 + length
  }
}

/** Returns the offset of the last, empty block. */
function cleanExtension(file: EditedFile, at: number): number {
  const { bytes } = file
  assure(bytes[at] === EXTENSION, 'GIF: something unknown')
  const all = blocks(bytes, at + 2)
  const end = all.at(-1)?.end ?? 0
  const kind = bytes[at + 1]
  const name = kind === APPLICATION ? bytes.toString('latin1', at + 3, at + 14) : ''
  if (name === XMP) cleanPacket(file, at + 14, end + 1 - XMP_TRAILER)
  else if (name === PROFILE) cleanProfile(file, all.slice(1))
  else if (kind === APPLICATION) blank(file, KEPT_APPLICATIONS.has(name) ? [] : all.slice(1))
  // Blanks comments, plain text extensions, which no browser draws, and unknown extensions.
  else if (kind !== GRAPHIC_CONTROL) blank(file, all)
  return end
}

function cleanProfile(file: EditedFile, all: Block[]): void {
  try {
    cleanIcc(
      file,
      all.map(({ start, end }) => [start, end]),
    )
  } catch (error) {
    if (!(error instanceof Unsafe)) throw error
    blank(file, all)
  }
}

function blank(file: EditedFile, all: Block[]): void {
  for (const { start, end } of all) file.fill(start, end)
}

/** Never fills with zeros, because readers interpret the bytes of the packet as lengths of blocks. */
function cleanPacket(file: EditedFile, start: number, end: number): void {
  assure(end > start, 'GIF: no room for XMP')
  try {
    cleanXmp(file, start, end)
  } catch (error) {
    if (!(error instanceof Unsafe)) throw error
    file.fill(start, end, SPACE)
  }
}
