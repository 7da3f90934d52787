import exifr from 'exifr'
import { skipExifPrefix, readExifTexts } from './exif-texts.ts'
import type { Tags } from './tags.ts'

const EXIFR_OPTIONS = {
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

/** Reads the EXIF block that sharp returns, which takes 3 ms. Only the presence of maker notes is reported. */
export async function readExifBlock(block: Buffer | undefined): Promise<Tags> {
  if (!block) return {}
  const tiff = block.subarray(skipExifPrefix(block))
  const texts = readExifTexts(tiff)
  if (!texts) return {}
  // Damaged EXIF must not make the photo fail.
  const tags: Tags | undefined = await exifr.parse(tiff, EXIFR_OPTIONS).catch(() => undefined)
  return tags ? { ...tags, ...texts, GPSAltitude: signedAltitude(tags) } : {}
}

/** EXIF stores the absolute altitude and a second tag for below sea level. */
function signedAltitude({ GPSAltitude, GPSAltitudeRef }: Tags): unknown {
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
