import type { Exif } from '@daymark/contracts'
import type { Metadata } from 'sharp'
import { dateTaken } from './dates/date-taken.ts'
import { EXPOSURE_MODE, FLASH, WHITE_BALANCE } from './exif-words.ts'
import { numberOf, positive, type Tags, textOf } from './tags.ts'

/** L-LB-15..20: the values of the EXIF panel that the file contains. Serial numbers and owner names are never included. */
export function exifData(tags: Tags): Exif {
  const facts = {
    ...camera(tags),
    ...exposure(tags),
    dateTaken: dateTaken(tags),
    gps: positionOf(tags),
    artist:
      nameOf(tags.Artist) ??
      nameOf(tags.Creator) ??
      nameOf(tags['By-line']) ??
      nameOf(tags.XPAuthor) ??
      nameOf(tags.Author),
    rating: ratingOf(tags),
    copyright: nameOf(tags.Copyright) ?? nameOf(tags.Rights) ?? nameOf(tags.CopyrightNotice),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

/**
 * Whether the file may have values in XMP or IPTC only. Agencies and programs such as Photo Mechanic write the photographer and the
 * rights there, and most programs write a rating into XMP. Cameras write a rating of 0 into every photo, which is no rating.
 */
export function hidesFacts(
  { Artist, Copyright, Rating }: Tags,
  { xmp, iptc }: Pick<Metadata, 'xmp' | 'iptc'>,
): boolean {
  const packet = xmp?.toString('latin1') ?? ''
  const isRated = /:Rating\W+[1-5]/.test(packet) || (positive(Rating) !== undefined && packet.includes(':Rating'))
  const isInExif = Artist !== undefined && Copyright !== undefined
  // Zeros indicate UTF-16, in which the names of properties cannot be found.
  if (isRated || /xmpRights|\0/.test(packet)) return true
  return !isInExif && (iptc !== undefined || /:(rights|creator)\b/.test(packet))
}

const camera = (tags: Tags): Exif => ({
  make: textOf(tags.Make),
  model: textOf(tags.Model),
  lens: lensOf(tags),
  software: textOf(tags.Software) ?? textOf(tags.CreatorTool),
})

const exposure = (tags: Tags): Exif => ({
  exposureTime: exposureTime(positive(tags.ExposureTime) ?? positive(tags.ShutterSpeed)),
  aperture: rounded(positive(tags.FNumber) ?? positive(tags.Aperture)),
  iso: positive(tags.ISO),
  focalLength: rounded(positive(tags.FocalLength)),
  focalLength35mm: equivalentFocalLength(tags),
  flash: FLASH[numberOf(tags.Flash) ?? -1],
  whiteBalance: WHITE_BALANCE[numberOf(tags.WhiteBalance) ?? -1],
  exposureMode: EXPOSURE_MODE[numberOf(tags.ExposureMode) ?? -1],
})

/** Adds the dimensions of the upright photo. A file without any values has an empty panel (L-LB-21). */
export const withDimensions = (exif: Exif, width: number, height: number): Exif =>
  Object.keys(exif).every(name => name === 'rating') ? exif : { ...exif, width, height }

/** Ignores texts that software writes instead of an unknown name. */
function nameOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^(null|undefined|unknown|none|n\/?a)$/i.test(text) ? undefined : text
}

/** Cameras write dashes, zeros or "Unknown (0)" for manual lenses and adapters. */
const NO_LENS = /^(unknown\b.*|n\/?a|none|-+|[0.\s-]+(mm)?\s*(f\/?[0.\s-]*)?|manual lens no cpu)$/i
function lensOf(tags: Tags): string | undefined {
  const names = [tags.LensModel, tags.LensID, tags.Lens, tags.LensType].map(textOf)
  return names.find(name => name !== undefined && !NO_LENS.test(name))
}

/** Returns the notation that photographers use: 1/250, 0.5, 30. */
function exposureTime(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined
  return seconds < 0.25001 ? `1/${Math.round(1 / seconds)}` : String(Number(seconds.toFixed(1)))
}

function equivalentFocalLength(tags: Tags): number | undefined {
  const stated = positive(tags.FocalLengthIn35mmFormat)
  if (stated !== undefined) return rounded(stated)
  const [real, factor] = [positive(tags.FocalLength), positive(tags.ScaleFactor35efl)]
  // ExifTool estimates the factor from the size of the sensor, so decimals would be meaningless.
  return real !== undefined && factor !== undefined ? Math.round(real * factor) : undefined
}

/** Stars. ExifTool returns the rating of XMP before that of EXIF. A rating of -1, which means rejected, is no rating here. */
function ratingOf({ Rating }: Tags): number | undefined {
  const rating = Math.round(numberOf(Rating) ?? -1)
  return rating >= 0 && rating <= 5 ? rating : undefined
}

/** GPS receivers without a fix write zeros, or an empty directory, which is read as NaN. */
function positionOf(tags: Tags): Exif['gps'] {
  const [latitude, longitude] = [numberOf(tags.latitude), numberOf(tags.longitude)]
  if (latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || (latitude === 0 && longitude === 0)) return undefined
  const altitude = rounded(numberOf(tags.GPSAltitude))
  const place = { latitude: degrees(latitude), longitude: degrees(longitude) }
  return altitude === undefined ? place : { ...place, altitude }
}

const rounded = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value * 100) / 100
/** A hundred-millionth of a degree is about a millimeter. */
const degrees = (value: number): number => Number(value.toFixed(8))
