import { UnsafeFile } from '../visitor/edited-file.ts'
import { EOI, readSegments, SOS } from './jpeg-segments.ts'

/** The position and size of a JPEG inside another file. */
type EmbeddedJpeg = { start: number; end: number; width: number; height: number }

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])
const JPEG_END = Buffer.from([0xff, EOI])
/**
 * Markers of baseline, extended and progressive frames. JPEG decoders do not support lossless frames, which RAW files use for sensor data.
 */
const ORDINARY_FRAMES = new Set([0xc0, 0xc1, 0xc2])
const LOSSLESS_FRAME = 0xc3
/** Offset of the end of height and width in a frame header. */
const FRAME_SIZE_END = 5
const MAX_EMBEDDED_JPEGS = 64

/** Searches a RAW file for embedded JPEG pictures, on machines without ExifTool. Returns the largest first. */
export function findJpegs(file: Buffer): EmbeddedJpeg[] {
  const jpegs: EmbeddedJpeg[] = []
  let offset = file.indexOf(JPEG_START)
  while (offset !== -1 && jpegs.length < MAX_EMBEDDED_JPEGS) {
    const jpeg = readJpeg(file, offset)
    if (jpeg) jpegs.push(jpeg)
    offset = file.indexOf(JPEG_START, jpeg ? jpeg.end : offset + JPEG_START.length)
  }
  return jpegs.sort((one, other) => other.width * other.height - one.width * one.height)
}

function readJpeg(file: Buffer, start: number): EmbeddedJpeg | undefined {
  try {
    return readHeader(file, start)
  } catch (error) {
    if (error instanceof UnsafeFile) return undefined // no JPEG picture follows the start marker
    throw error
  }
}

/** Reads the size of a JPEG from the segments before its first scan. Thumbnails inside segments are not found. */
function readHeader(file: Buffer, start: number): EmbeddedJpeg | undefined {
  let size = { width: 0, height: 0 }
  for (const { marker, start: offset, end } of readSegments(file, start, file.length)) {
    if (marker === LOSSLESS_FRAME || marker === EOI) return undefined
    if (ORDINARY_FRAMES.has(marker) && end - offset >= FRAME_SIZE_END)
      size = { height: file.readUInt16BE(offset + 1), width: file.readUInt16BE(offset + 3) }
    if (marker === SOS)
      return size.width * size.height > 0 ? { start, end: findEndOfPicture(file, end), ...size } : undefined
  }
  return undefined
}

/** Finds the end marker, whose bytes cannot occur in compressed data. A truncated picture ends with the file. */
function findEndOfPicture(file: Buffer, from: number): number {
  const offset = file.indexOf(JPEG_END, from)
  return offset === -1 ? file.length : offset + JPEG_END.length
}
