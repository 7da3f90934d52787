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

/** Reads the EXIF block that sharp returns, in about 3 ms. Does not parse maker notes; `makerNote` only shows that the block has some. */
export async function readExifBlock(block: Buffer | undefined): Promise<Tags> {
  if (!block) return {}
  const tiff = block.subarray(skipExifPrefix(block))
  const texts = readExifTexts(tiff)
  if (!texts) return {}
  // damaged EXIF must not make the photo fail
  const tags: Tags | undefined = await exifr.parse(tiff, EXIFR_OPTIONS).catch(() => undefined)
  return tags ? { ...tags, ...texts, GPSAltitude: signedAltitude(tags) } : {}
}

/** Returns the altitude with its sign, because EXIF stores the absolute altitude and, in a second tag, whether it is below sea level. */
function signedAltitude({ GPSAltitude, GPSAltitudeRef }: Tags): unknown {
  const reference = GPSAltitudeRef instanceof Uint8Array ? GPSAltitudeRef[0] : GPSAltitudeRef
  return typeof GPSAltitude === 'number' && reference === 1 ? -GPSAltitude : GPSAltitude
}

/**
 * Returns true if EXIF states Adobe RGB. Cameras set to Adobe RGB write interoperability index R03 and no profile (DCF 2.0); some write
 * color space 2. "Uncalibrated" (65535) is not enough: ExifTool, scanners and messengers write it into sRGB files.
 */
export function isAdobeRgb(tags: Tags): boolean {
  return String(tags.InteropIndex ?? '').startsWith('R03') || Number(tags.ColorSpace) === 2
}
