import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Sharp } from 'sharp'
import type { Colours } from '../colours/colour-space.ts'
import { heifColours } from '../colours/heif-colours.ts'
import { toSrgb } from '../colours/to-srgb.ts'
import { encodeJpeg } from '../variants/encode-jpeg.ts'
import { boxes, firstOfSequence } from './heic-sequence.ts'
import { openPixels, toPixels } from './locked-sharp.ts'
import { checkSize, type FullSize, type Picture, type Pixels, undecodable } from './pixels.ts'
import { fitted, JPEG_QUALITY, longEdge } from '../../shared/sizes.ts'

/** What is used of libheif-js; its own types are generated without `is_primary`. */
type HeifImage = {
  is_primary?(): boolean
  get_width(): number
  get_height(): number
  display(target: { data: Uint8ClampedArray; width: number; height: number }, done: (filled: unknown) => void): void
  free(): void
}
type Heif = { HeifDecoder: new () => { decode(file: Buffer): HeifImage[] } }

const require = createRequire(import.meta.url)
let heif: Heif | undefined
/** The bundle: the default build is asm.js and half as fast, `libheif-js/wasm` looks for its file in the working directory. */
const library = (): Heif => (heif ??= require('libheif-js/wasm-bundle') as Heif)

/** sharp comes without an HEVC decoder, but reads the EXIF of HEIC files. */
export async function decodeHeic(path: string, exifOrientation: number, byExif: Colours): Promise<Picture> {
  const file = await readFile(path)
  const colours = (await heifColours(file)) ?? byExif
  const full = await decodePrimary(hasItems(file) ? file : (firstOfSequence(file) ?? file))
  // Resize before the profile is applied: a third of the work.
  const small = await toPixels(opaque(full).resize(fitted(longEdge('lg', full))))
  const orientation = turnsItself(file) ? 1 : exifOrientation
  const isOnItsSide = orientation >= 5
  return {
    pixels: await toSrgb(small, colours, orientation),
    width: isOnItsSide ? full.height : full.width,
    height: isOnItsSide ? full.width : full.height,
    damage: isCutShort(file) ? 'HEIC: boxes reach beyond the end of the file' : null,
    ...(Math.max(full.width, full.height) > longEdge('lg', full) && { full: () => inFull(full, colours, orientation) }),
    colours,
  }
}

const opaque = (full: Pixels): Sharp =>
  hasTransparency(full.data) ? openPixels(full).flatten({ background: '#ffffff' }) : openPixels(full).removeAlpha()

async function inFull(full: Pixels, colours: Colours, orientation: number): Promise<FullSize> {
  return encodeJpeg(await toSrgb(await toPixels(opaque(full)), colours, orientation), JPEG_QUALITY.full)
}

async function decodePrimary(file: Buffer): Promise<Pixels> {
  const images = new (library().HeifDecoder)().decode(file)
  try {
    const image = images.find(one => one.is_primary?.()) ?? images[0]
    if (!image) throw undecodable('HEIC: no picture inside')
    const [width, height] = [image.get_width(), image.get_height()]
    checkSize(width, height)
    const data = Buffer.alloc(width * height * 4)
    const target = { data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), width, height }
    const filled = await new Promise(resolve => image.display(target, resolve))
    if (!filled) throw undecodable('HEIC: the decoder gave up')
    return { data, width, height, channels: 4 }
  } finally {
    for (const image of images) image.free()
  }
}

function hasTransparency(rgba: Buffer): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return true
  return false
}

/** Pictures are items of a `meta` box; a sequence may have none. */
const hasItems = (file: Buffer): boolean => [...boxes(file, 0, file.length)].some(({ type }) => type === 'meta')

/** libheif obeys the file's own rotation; EXIF counts only where there is none (iPhone 7 has none, Samsung S24 FE neither). */
function turnsItself(file: Buffer): boolean {
  const boxes = file.subarray(0, 256 * 1024)
  return boxes.includes('irot') || boxes.includes('imir')
}

/** libheif paints missing tiles black without a word. */
export function isCutShort(file: Buffer): boolean {
  let at = 0
  while (at + 8 <= file.length) {
    let size = file.readUInt32BE(at)
    if (size === 0) return false // reaches to the end
    if (size === 1 && at + 16 <= file.length) size = Number(file.readBigUInt64BE(at + 8))
    if (size < 8) return true
    at += size
  }
  return at > file.length
}
