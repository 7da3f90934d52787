import type { http } from '@daymark/contracts'

type ExifData = http.ExifData

export type ExifRow = { label: string; value: string; mapUrl?: string }
type ExifSection = { title: 'Camera' | 'Exposure' | 'Metadata'; rows: ExifRow[] }

/** L-LB-23: accepts EXIF data as an object or as JSON text. Other values count as no data. */
export function readExif(data: unknown): ExifData {
  try {
    const value: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return value !== null && typeof value === 'object' ? (value as ExifData) : {}
  } catch {
    return {}
  }
}

/** Formats '1/250', '0.004' or '2', as cameras write them, as '1/250 s' or '2 s'. */
export function formatExposureTime(text: string): string {
  const seconds = Number(text)
  if (!(seconds > 0)) return `${text.replace(/\s*s(ec)?$/, '')} s`
  return seconds < 0.4 ? `1/${Math.round(1 / seconds)} s` : `${Number(seconds.toFixed(1))} s`
}

const formatDecimal = (number: number) => String(Number(number.toFixed(1)))

export const formatAperture = (fNumber: number) => `f/${formatDecimal(fNumber)}`

/** L-LB-17: formats the focal length with its 35 mm equivalent, if known. */
export function formatFocalLength(
  focalLength: number | undefined,
  equivalentFocalLength: number | undefined,
): string | undefined {
  if (focalLength === undefined)
    return equivalentFocalLength === undefined
      ? undefined
      : `${formatDecimal(equivalentFocalLength)} mm (35mm equivalent)`
  if (equivalentFocalLength === undefined) return `${formatDecimal(focalLength)} mm`
  return `${formatDecimal(focalLength)} mm (${formatDecimal(equivalentFocalLength)} mm in 35mm equivalent)`
}

/** L-LB-19: formats coordinates in degrees, with N or S and E or W. */
export function formatLocation({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const latitudeText = `${Math.abs(latitude).toFixed(4)}° ${latitude < 0 ? 'S' : 'N'}`
  const longitudeText = `${Math.abs(longitude).toFixed(4)}° ${longitude < 0 ? 'W' : 'E'}`
  return `${latitudeText}, ${longitudeText}`
}

const createMapUrl = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`

/** Formats the time of the camera clock. It is not converted to the user's time zone. */
export function formatDateTaken(text: string): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?/.exec(text)
  if (!match) return text
  const [year, month, day, hour, minute] = match.slice(1).map(part => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute))
  const time = match[4] === undefined ? {} : ({ hour: '2-digit', minute: '2-digit' } as const)
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
    ...time,
  }).format(date)
}

/** rule 141: returns the time zone in which the photo was taken, if the file contains it. */
export function formatTimeZone(taken: string): string | undefined {
  const zone = /^(?:Z|[+-]\d\d:\d\d)$/.exec(taken.slice(19))?.[0]
  return zone && `UTC${zone.replace(/Z|[+-]00:00/, '')}`
}

const formatIfPresent = <T>(value: T | undefined, format: (value: T) => string) =>
  value === undefined ? undefined : format(value)
const toRows = (pairs: [string, string | undefined][]): ExifRow[] =>
  pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []))

/** L-LB-14: returns the EXIF sections and rows that have values. */
export function createExifSections(exif: ExifData): ExifSection[] {
  const camera = toRows([
    ['Make', exif.make],
    ['Model', exif.model],
    ['Lens', exif.lens],
    ['Software', exif.software],
  ])
  const exposure = toRows([
    ['Exposure time', formatIfPresent(exif.exposure_time, formatExposureTime)],
    ['Aperture', formatIfPresent(exif.aperture, formatAperture)],
    ['ISO', formatIfPresent(exif.iso, String)],
    ['Focal length', formatFocalLength(exif.focal_length, exif.focal_length_35mm)],
    ['Flash', exif.flash],
    ['White balance', exif.white_balance],
    ['Exposure mode', exif.exposure_mode],
  ])
  const size = exif.width && exif.height ? `${exif.width} × ${exif.height}` : undefined
  const metadata = [
    ...toRows([
      ['Date taken', formatIfPresent(exif.date_taken, formatDateTaken)],
      ['Time zone', exif.date_taken && formatTimeZone(exif.date_taken)],
      ['Dimensions', size],
    ]),
    ...(exif.gps ? [{ label: 'Location', value: formatLocation(exif.gps), mapUrl: createMapUrl(exif.gps) }] : []),
    ...toRows([
      ['Artist', exif.artist],
      ['Copyright', exif.copyright],
    ]),
  ]
  const sections: ExifSection[] = [
    { title: 'Camera', rows: camera },
    { title: 'Exposure', rows: exposure },
    { title: 'Metadata', rows: metadata },
  ]
  return sections.filter(section => section.rows.length > 0)
}
