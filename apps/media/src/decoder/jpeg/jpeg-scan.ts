/** A JPEG inside another file. */
export type EmbeddedJpeg = { start: number; end: number; width: number; height: number }

const START = Buffer.from([0xff, 0xd8, 0xff])
const SCAN = 0xda
const END = 0xd9
/** Baseline, extended and progressive: what a decoder of ordinary JPEGs reads. 0xc3 is lossless: sensor data, no picture. */
const ORDINARY_FRAMES = new Set([0xc0, 0xc1, 0xc2])
const LOSSLESS_FRAME = 0xc3
const MOST = 64

/** The pictures in a RAW file by their bytes alone, largest first: for machines without ExifTool. */
export function findJpegs(file: Buffer): EmbeddedJpeg[] {
  const found: EmbeddedJpeg[] = []
  let at = file.indexOf(START)
  while (at !== -1 && found.length < MOST) {
    const jpeg = readJpeg(file, at)
    if (jpeg) found.push(jpeg)
    at = file.indexOf(START, jpeg ? jpeg.end : at + START.length)
  }
  return found.sort((one, other) => other.width * other.height - one.width * one.height)
}

function readJpeg(file: Buffer, start: number): EmbeddedJpeg | undefined {
  let size: { width: number; height: number } | undefined
  for (const { marker, at, next } of segments(file, start + 2)) {
    if (ORDINARY_FRAMES.has(marker)) size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    if (marker === SCAN && size && size.width > 0 && size.height > 0)
      return { start, end: endOfScans(file, next), ...size }
  }
  return undefined
}

/** Up to what is no segment any more. Thumbnails inside segments are stepped over. */
function* segments(file: Buffer, from: number): Generator<{ marker: number; at: number; next: number }> {
  let at = from
  while (at + 9 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1] ?? 0
    if (marker < 0xc0 || marker === LOSSLESS_FRAME || marker === END) return
    const isFiller = marker === 0xff
    const next = isFiller ? at + 1 : at + 2 + file.readUInt16BE(at + 2)
    if (!isFiller) yield { marker, at, next }
    at = next
  }
}

/** In compressed data 0xff is always followed by 0 or a restart marker: the first end marker is the end. */
function endOfScans(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1))
    if (file[at + 1] === END) return at + 2
  return file.length
}
