import exifr from 'exifr'
import { behindExifPrefix, exifTexts } from './exif-texts.ts'
import type { Tags } from './tags.ts'

const OPTIONS = {
  tiff: true,
  ifd0: {},
  exif: true,
  gps: true,
  interop: true,
  makerNote: true,
  ifd1: false,
  translateKeys: true,
  translateValues: false,
  reviveValues: false,
} as const

/** Reads the EXIF block that sharp returns, within this process in 3 ms. Maker notes are only detected, not read. */
export async function readExifBlock(block: Buffer | undefined): Promise<Tags> {
  if (!block) return {}
  const tiff = block.subarray(behindExifPrefix(block))
  const texts = exifTexts(tiff)
  if (!texts) return {}
  // Damaged EXIF must not make the photo fail.
  const tags: Tags | undefined = await exifr.parse(tiff, OPTIONS).catch(() => undefined)
  return tags ? { ...tags, ...texts, GPSAltitude: altitude(tags) } : {}
}

/** Below sea level the number is positive, and a second tag states that it is below. */
function altitude({ GPSAltitude, GPSAltitudeRef }: Tags): unknown {
  const reference = GPSAltitudeRef instanceof Uint8Array ? GPSAltitudeRef[0] : GPSAltitudeRef
  return typeof GPSAltitude === 'number' && reference === 1 ? -GPSAltitude : GPSAltitude
}

/**
 * Cameras set to Adobe RGB write interoperability index R03 and no profile (DCF 2.0); some write color space 2. "Uncalibrated" (65535)
 * alone only means that the writer did not know: ExifTool, scanners and messengers write it into sRGB files.
 */
export function isAdobeRgb(tags: Tags): boolean {
  return String(tags.InteropIndex ?? '').startsWith('R03') || Number(tags.ColorSpace) === 2
}
