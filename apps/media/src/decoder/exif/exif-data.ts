import type { Exif } from '@daymark/contracts'
import type { Metadata } from 'sharp'
import { readDateTaken } from './dates/date-taken.ts'
import { type Tags, toNumber, toPositiveNumber, toText } from './tags.ts'

/** Texts for the values of EXIF 2.32. ExifTool uses the same texts. */
const FLASH_TEXTS: Record<number, string> = {
  0x00: 'No Flash',
  0x01: 'Fired',
  0x05: 'Fired, Return not detected',
  0x07: 'Fired, Return detected',
  0x08: 'On, Did not fire',
  0x09: 'On, Fired',
  0x0d: 'On, Return not detected',
  0x0f: 'On, Return detected',
  0x10: 'Off, Did not fire',
  0x14: 'Off, Did not fire, Return not detected',
  0x18: 'Auto, Did not fire',
  0x19: 'Auto, Fired',
  0x1d: 'Auto, Fired, Return not detected',
  0x1f: 'Auto, Fired, Return detected',
  0x20: 'No flash function',
  0x30: 'Off, No flash function',
  0x41: 'Fired, Red-eye reduction',
  0x45: 'Fired, Red-eye reduction, Return not detected',
  0x47: 'Fired, Red-eye reduction, Return detected',
  0x49: 'On, Red-eye reduction',
  0x4d: 'On, Red-eye reduction, Return not detected',
  0x4f: 'On, Red-eye reduction, Return detected',
  0x50: 'Off, Red-eye reduction',
  0x58: 'Auto, Did not fire, Red-eye reduction',
  0x59: 'Auto, Fired, Red-eye reduction',
  0x5d: 'Auto, Fired, Red-eye reduction, Return not detected',
  0x5f: 'Auto, Fired, Red-eye reduction, Return detected',
}
const WHITE_BALANCE_TEXTS: Record<number, string> = { 0: 'Auto', 1: 'Manual' }
const EXPOSURE_MODE_TEXTS: Record<number, string> = { 0: 'Auto', 1: 'Manual', 2: 'Auto bracket' }

/** L-LB-15..20: returns the values of the EXIF panel. Never includes serial numbers or names of camera owners. */
export function toExif(tags: Tags): Exif {
  const values = {
    ...readCamera(tags),
    ...readExposure(tags),
    dateTaken: readDateTaken(tags),
    gps: readGpsPosition(tags),
    artist:
      readName(tags.Artist) ??
      readName(tags.Creator) ??
      readName(tags['By-line']) ??
      readName(tags.XPAuthor) ??
      readName(tags.Author),
    rating: readRating(tags),
    copyright: readName(tags.Copyright) ?? readName(tags.Rights) ?? readName(tags.CopyrightNotice),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/**
 * Returns true if XMP or IPTC may have values that EXIF lacks. Programs such as Photo Mechanic write photographer and rights there, and
 * most programs write ratings into XMP. A rating of 0 does not count, because cameras write it into every photo.
 */
export function mayHaveValuesBeyondExif(
  { Artist, Copyright, Rating }: Tags,
  { xmp, iptc }: Pick<Metadata, 'xmp' | 'iptc'>,
): boolean {
  const packet = xmp?.toString('latin1') ?? ''
  const isRated =
    /:Rating\W+[1-5]/.test(packet) || (toPositiveNumber(Rating) !== undefined && packet.includes(':Rating'))
  const isInExif = Artist !== undefined && Copyright !== undefined
  // zeros indicate UTF-16, in which the names of properties would not be found
  if (isRated || /xmpRights|\0/.test(packet)) return true
  return !isInExif && (iptc !== undefined || /:(rights|creator)\b/.test(packet))
}

const readCamera = (tags: Tags): Exif => ({
  make: toText(tags.Make),
  model: toText(tags.Model),
  lens: readLens(tags),
  software: toText(tags.Software) ?? toText(tags.CreatorTool),
})

const readExposure = (tags: Tags): Exif => ({
  exposureTime: formatExposureTime(toPositiveNumber(tags.ExposureTime) ?? toPositiveNumber(tags.ShutterSpeed)),
  aperture: roundToHundredths(toPositiveNumber(tags.FNumber) ?? toPositiveNumber(tags.Aperture)),
  iso: toPositiveNumber(tags.ISO),
  focalLength: roundToHundredths(toPositiveNumber(tags.FocalLength)),
  focalLength35mm: readFocalLength35mm(tags),
  flash: FLASH_TEXTS[toNumber(tags.Flash) ?? -1],
  whiteBalance: WHITE_BALANCE_TEXTS[toNumber(tags.WhiteBalance) ?? -1],
  exposureMode: EXPOSURE_MODE_TEXTS[toNumber(tags.ExposureMode) ?? -1],
})

/** Adds the dimensions of the upright photo, unless the file has no other values (L-LB-21). */
export const withDimensions = (exif: Exif, width: number, height: number): Exif =>
  Object.keys(exif).every(name => name === 'rating') ? exif : { ...exif, width, height }

/** Returns the name of a person. Ignores texts such as "unknown", which software writes instead of a name. */
function readName(value: unknown): string | undefined {
  const text = toText(value)
  return text !== undefined && /^(null|undefined|unknown|none|n\/?a)$/i.test(text) ? undefined : text
}

/** Matches the texts that cameras write for manual lenses and adapters, such as dashes, zeros or "Unknown (0)". */
const UNKNOWN_LENS = /^(unknown\b.*|n\/?a|none|-+|[0.\s-]+(mm)?\s*(f\/?[0.\s-]*)?|manual lens no cpu)$/i
function readLens(tags: Tags): string | undefined {
  const names = [tags.LensModel, tags.LensID, tags.Lens, tags.LensType].map(toText)
  return names.find(name => name !== undefined && !UNKNOWN_LENS.test(name))
}

/** Formats an exposure time as photographers write it: 1/250, 0.5, 30. */
function formatExposureTime(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined
  return seconds < 0.25001 ? `1/${Math.round(1 / seconds)}` : String(Number(seconds.toFixed(1)))
}

function readFocalLength35mm(tags: Tags): number | undefined {
  const statedLength = toPositiveNumber(tags.FocalLengthIn35mmFormat)
  if (statedLength !== undefined) return roundToHundredths(statedLength)
  const [real, factor] = [toPositiveNumber(tags.FocalLength), toPositiveNumber(tags.ScaleFactor35efl)]
  // ExifTool estimates the factor from the size of the sensor, so decimals would be meaningless
  return real !== undefined && factor !== undefined ? Math.round(real * factor) : undefined
}

/** Returns the rating of 0 to 5 stars. Ignores -1, which means "rejected". If EXIF and XMP differ, ExifTool returns the rating of XMP. */
function readRating({ Rating }: Tags): number | undefined {
  const rating = Math.round(toNumber(Rating) ?? -1)
  return rating >= 0 && rating <= 5 ? rating : undefined
}

/** Returns the GPS position. Receivers without a fix write zeros or an empty directory, which is read as NaN; both count as no position. */
function readGpsPosition(tags: Tags): Exif['gps'] {
  const [latitude, longitude] = [toNumber(tags.latitude), toNumber(tags.longitude)]
  if (latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || (latitude === 0 && longitude === 0)) return undefined
  const altitude = roundToHundredths(toNumber(tags.GPSAltitude))
  const position = { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) }
  return altitude === undefined ? position : { ...position, altitude }
}

const roundToHundredths = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value * 100) / 100
/** Rounds to 8 decimals; the last one is about a millimeter. */
const roundDegrees = (value: number): number => Number(value.toFixed(8))
