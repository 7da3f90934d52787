import { cleanExif } from './jpeg.ts'
import { assure, type Sheet, Unsafe } from '../sheet.ts'
import { cleanXmp } from '../metadata/xmp.ts'

const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Bits of VP8X that announce what may be blanked below. */
const ANNOUNCED: Record<string, number> = { EXIF: 0x08, 'XMP ': 0x04 }
const FLAGS_AT = 20

export function cleanWebp(sheet: Sheet): void {
  const { bytes } = sheet
  const fileEnd = 8 + bytes.readUInt32LE(4)
  assure(fileEnd <= bytes.length, 'WebP: cut short')
  let at = 12
  while (at + 8 <= fileEnd) {
    const type = bytes.toString('latin1', at, at + 4)
    const [start, end] = [at + 8, at + 8 + bytes.readUInt32LE(at + 4)]
    assure(end <= fileEnd, 'WebP: a chunk beyond the end')
    if (!KEPT.has(type)) cleanChunk(sheet, { type, start, end })
    at = end + (end & 1)
  }
  const end = Math.min(at, bytes.length)
  sheet.fill(end, bytes.length)
}

function cleanChunk(sheet: Sheet, { type, start, end }: { type: string; start: number; end: number }): void {
  try {
    if (type === 'XMP ') return cleanXmp(sheet, start, end)
    assure(type === 'EXIF', 'WebP: a chunk that is not listed')
    const hasName = sheet.bytes.toString('latin1', start, start + 6) === 'Exif\0\0'
    cleanExif(sheet, [start + (hasName ? 6 : 0), end])
  } catch (error) {
    if (!(error instanceof Unsafe)) throw error
    sheet.write(start - 8, Buffer.from('JUNK'))
    sheet.fill(start, end)
    const isExtended = sheet.bytes.toString('latin1', 12, 16) === 'VP8X'
    const flags = (sheet.bytes[FLAGS_AT] ?? 0) & ~(ANNOUNCED[type] ?? 0)
    if (isExtended) sheet.write(FLAGS_AT, Buffer.of(flags))
  }
}
