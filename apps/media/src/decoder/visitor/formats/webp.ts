import { behindExifPrefix } from '../../exif/exif-prefix.ts'
import { cleanExif } from './jpeg.ts'
import type { EditedFile } from '../edited-file.ts'
import { assure, Unsafe } from '../unsafe.ts'
import { cleanXmp } from '../metadata/xmp.ts'

const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Bits of VP8X that announce what may be blanked below. */
const ANNOUNCED: Record<string, number> = { EXIF: 0x08, 'XMP ': 0x04 }
const FLAGS_AT = 20

export function cleanWebp(file: EditedFile): void {
  const { bytes } = file
  const fileEnd = 8 + bytes.readUInt32LE(4)
  assure(fileEnd <= bytes.length, 'WebP: cut short')
  let at = 12
  while (at + 8 <= fileEnd) {
    const type = bytes.toString('latin1', at, at + 4)
    const [start, end] = [at + 8, at + 8 + bytes.readUInt32LE(at + 4)]
    assure(end <= fileEnd, 'WebP: a chunk beyond the end')
    if (!KEPT.has(type)) cleanChunk(file, { type, start, end })
    at = end + (end & 1)
  }
  const end = Math.min(at, bytes.length)
  file.fill(end, bytes.length)
}

function cleanChunk(file: EditedFile, { type, start, end }: { type: string; start: number; end: number }): void {
  try {
    if (type === 'XMP ') return cleanXmp(file, start, end)
    assure(type === 'EXIF', 'WebP: a chunk that is not listed')
    cleanExif(file, [behindExifPrefix(file.bytes, start), end])
  } catch (error) {
    if (!(error instanceof Unsafe)) throw error
    file.write(start - 8, Buffer.from('JUNK'))
    file.fill(start, end)
    const isExtended = file.bytes.toString('latin1', 12, 16) === 'VP8X'
    const flags = (file.bytes[FLAGS_AT] ?? 0) & ~(ANNOUNCED[type] ?? 0)
    if (isExtended) file.write(FLAGS_AT, Buffer.of(flags))
  }
}
