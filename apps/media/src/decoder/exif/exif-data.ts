import type { Exif } from '@daymark/contracts'
import type { Metadata } from 'sharp'
import { dateTaken } from './dates/date-taken.ts'
import { EXPOSURE_MODE, FLASH, WHITE_BALANCE } from './exif-words.ts'
import { numberOf, positive, type Tags, textOf } from './tags.ts'

/** L-LB-15..20: the facts of the EXIF panel; only those the file has. Serial numbers and owner names are never read. */
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
    copyright: nameOf(tags.Copyright) ?? nameOf(tags.Rights) ?? nameOf(tags.CopyrightNotice),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

/** Agencies, and programs such as Photo Mechanic, state the photographer and the rights in XMP or IPTC alone. */
export function hidesFacts({ Artist, Copyright }: Tags, { xmp, iptc }: Pick<Metadata, 'xmp' | 'iptc'>): boolean {
  const packet = xmp?.toString('latin1') ?? ''
  const isInExif = Artist !== undefined && Copyright !== undefined
  // Zeros are those of UTF-16.
  return /xmpRights|\0/.test(packet) || (!isInExif && (iptc !== undefined || /:(rights|creator)\b/.test(packet)))
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

/** The panel's dimensions are the photo's, upright; a file without any facts has an empty panel (L-LB-21). */
export const withDimensions = (exif: Exif, width: number, height: number): Exif =>
  Object.keys(exif).length === 0 ? exif : { ...exif, width, height }

/** What software writes in place of a name it does not know. */
function nameOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^(null|undefined|unknown|none|n\/?a)$/i.test(text) ? undefined : text
}

/** Manual lenses and adapters leave dashes, zeros or "Unknown (0)". */
const NO_LENS = /^(unknown\b.*|n\/?a|none|-+|[0.\s-]+(mm)?\s*(f\/?[0.\s-]*)?|manual lens no cpu)$/i
function lensOf(tags: Tags): string | undefined {
  const names = [tags.LensModel, tags.LensID, tags.Lens, tags.LensType].map(textOf)
  return names.find(name => name !== undefined && !NO_LENS.test(name))
}

/** Written as a photographer says it: 1/250, 0.5, 30. */
function exposureTime(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined
  return seconds < 0.25001 ? `1/${Math.round(1 / seconds)}` : String(Number(seconds.toFixed(1)))
}

function equivalentFocalLength(tags: Tags): number | undefined {
  const stated = positive(tags.FocalLengthIn35mmFormat)
  if (stated !== undefined) return rounded(stated)
  const [real, factor] = [positive(tags.FocalLength), positive(tags.ScaleFactor35efl)]
  // An estimate from the sensor's size: no decimals.
  return real !== undefined && factor !== undefined ? Math.round(real * factor) : undefined
}

/** Receivers without a fix write zeros, or an empty directory that reads as NaN. */
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
/** A hundred-millionth of a degree is a millimetre. */
const degrees = (value: number): number => Number(value.toFixed(8))
