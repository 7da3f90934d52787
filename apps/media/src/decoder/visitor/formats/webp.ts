import { behindExifPrefix } from '../../exif/exif-texts.ts'
import { cleanExif } from './jpeg.ts'
import { assure, type EditedFile, Unsafe } from '../edited-file.ts'
import { cleanIcc } from '../metadata/icc.ts'
import { cleanXmp } from '../metadata/xmp.ts'

const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])
const KEPT_IN_FRAMES = new Set(['VP8 ', 'VP8L', 'ALPH'])
/** The length of position, size and duration of a frame, which precede its chunks. */
const FRAME_HEADER = 16
/** Bits of VP8X that announce chunks which may be blanked below. */
const ANNOUNCED: Record<string, number> = { EXIF: 0x08, 'XMP ': 0x04, ICCP: 0x20 }
const FLAGS_AT = 20

export function cleanWebp(file: EditedFile): void {
  const { bytes } = file
  const fileEnd = 8 + bytes.readUInt32LE(4)
  assure(fileEnd <= bytes.length, 'WebP: cut short')
  const at = cleanChunks(file, [12, fileEnd], chunk => {
    if (chunk.type === 'ANMF') cleanFrame(file, chunk)
    else if (!KEPT.has(chunk.type)) cleanChunk(file, chunk)
  })
  file.fill(Math.min(at, bytes.length), bytes.length)
}

type Chunk = { type: string; start: number; end: number }

/** Returns the offset after the last chunk. */
function cleanChunks(file: EditedFile, [from, to]: [number, number], clean: (chunk: Chunk) => void): number {
  const { bytes } = file
  let at = from
  while (at + 8 <= to) {
    const type = bytes.toString('latin1', at, at + 4)
    const [start, end] = [at + 8, at + 8 + bytes.readUInt32LE(at + 4)]
    assure(end <= to, 'WebP: a chunk beyond the end')
    clean({ type, start, end })
    at = end + (end & 1)
    if (at > end && at <= to) file.fill(end, at) // padding
  }
  return at
}

function cleanFrame(file: EditedFile, { start, end }: Chunk): void {
  assure(start + FRAME_HEADER <= end, 'WebP: a frame cut short')
  const at = cleanChunks(file, [start + FRAME_HEADER, end], ({ type, ...chunk }) => {
    if (KEPT_IN_FRAMES.has(type)) return
    file.write(chunk.start - 8, Buffer.from('JUNK'))
    file.fill(chunk.start, chunk.end)
  })
  file.fill(Math.min(at, end), end)
}

function cleanChunk(file: EditedFile, { type, start, end }: Chunk): void {
  try {
    if (type === 'XMP ') return cleanXmp(file, start, end)
    if (type === 'ICCP') return cleanIcc(file, [[start, end]])
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
