import { skipExifPrefix } from '../../exif/exif-texts.ts'
import { cleanExif } from './jpeg.ts'
import { assertSafe, type ByteRange, cleanWithFallback, type EditedFile } from '../edited-file.ts'
import { cleanIcc } from '../metadata/icc.ts'
import { cleanXmp } from '../metadata/xmp.ts'

const KEPT_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])
const KEPT_FRAME_CHUNKS = new Set(['VP8 ', 'VP8L', 'ALPH'])
/** Length of the position, size and duration of a frame, which precede its chunks. */
const FRAME_HEADER_LENGTH = 16
/** Flags in the VP8X chunk that state whether the file has these chunks. */
const VP8X_FLAGS: Record<string, number> = { EXIF: 0x08, 'XMP ': 0x04, ICCP: 0x20 }
const VP8X_FLAGS_OFFSET = 20

export function cleanWebp(file: EditedFile): void {
  const { bytes } = file
  const fileEnd = 8 + bytes.readUInt32LE(4)
  assertSafe(fileEnd <= bytes.length, 'WebP: truncated file')
  const offset = cleanChunks(file, [12, fileEnd], chunk => {
    if (chunk.type === 'ANMF') cleanFrame(file, chunk)
    else if (!KEPT_CHUNKS.has(chunk.type)) cleanChunk(file, chunk)
  })
  file.fill(Math.min(offset, bytes.length), bytes.length)
}

type WebpChunk = { type: string; start: number; end: number }

/** Calls `clean` for each chunk and overwrites padding. Returns the offset after the last chunk. */
function cleanChunks(file: EditedFile, [from, to]: ByteRange, clean: (chunk: WebpChunk) => void): number {
  const { bytes } = file
  let offset = from
  while (offset + 8 <= to) {
    const type = bytes.toString('latin1', offset, offset + 4)
    const [start, end] = [offset + 8, offset + 8 + bytes.readUInt32LE(offset + 4)]
    assertSafe(end <= to, 'WebP: chunk beyond the end')
    clean({ type, start, end })
    offset = end + (end & 1)
    if (offset > end && offset <= to) file.fill(end, offset) // padding
  }
  return offset
}

function cleanFrame(file: EditedFile, { start, end }: WebpChunk): void {
  assertSafe(start + FRAME_HEADER_LENGTH <= end, 'WebP: truncated frame')
  const offset = cleanChunks(file, [start + FRAME_HEADER_LENGTH, end], ({ type, ...chunk }) => {
    if (KEPT_FRAME_CHUNKS.has(type)) return
    file.write(chunk.start - 8, Buffer.from('JUNK'))
    file.fill(chunk.start, chunk.end)
  })
  file.fill(Math.min(offset, end), end)
}

function cleanChunk(file: EditedFile, { type, start, end }: WebpChunk): void {
  const overwrite = () => {
    file.write(start - 8, Buffer.from('JUNK'))
    file.fill(start, end)
    const isExtended = file.bytes.toString('latin1', 12, 16) === 'VP8X'
    const flags = (file.bytes[VP8X_FLAGS_OFFSET] ?? 0) & ~(VP8X_FLAGS[type] ?? 0)
    if (isExtended) file.write(VP8X_FLAGS_OFFSET, Buffer.of(flags))
  }
  if (type === 'XMP ') cleanWithFallback(() => cleanXmp(file, start, end), overwrite)
  else if (type === 'ICCP') cleanWithFallback(() => cleanIcc(file, [[start, end]]), overwrite)
  else if (type === 'EXIF')
    cleanWithFallback(() => cleanExif(file, [skipExifPrefix(file.bytes, start), end]), overwrite)
  else overwrite()
}
