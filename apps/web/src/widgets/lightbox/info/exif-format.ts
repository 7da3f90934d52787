import type { http } from '@daymark/contracts'

type ExifData = http.ExifData

export type ExifRow = { label: string; value: string; mapUrl?: string }
type ExifSection = { title: 'Camera' | 'Exposure' | 'Metadata'; rows: ExifRow[] }

/** L-LB-23: an object, or the same as JSON text; anything else counts as no data. */
export function readExif(data: unknown): ExifData {
  try {
    const value: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return value !== null && typeof value === 'object' ? (value as ExifData) : {}
  } catch {
    return {}
  }
}

/** Cameras write '1/250', '0.004' or '2'; photographers read '1/250 s' and '2 s'. */
export function formatExposureTime(text: string): string {
  const seconds = Number(text)
  if (!(seconds > 0)) return `${text.replace(/\s*s(ec)?$/, '')} s`
  return seconds < 0.4 ? `1/${Math.round(1 / seconds)} s` : `${Number(seconds.toFixed(1))} s`
}

const trimmed = (number: number) => String(Number(number.toFixed(1)))

export const formatAperture = (fNumber: number) => `f/${trimmed(fNumber)}`

/** L-LB-17 */
export function formatFocalLength(focalLength: number | undefined, equivalent: number | undefined): string | undefined {
  if (focalLength === undefined)
    return equivalent === undefined ? undefined : `${trimmed(equivalent)} mm (35mm equivalent)`
  if (equivalent === undefined) return `${trimmed(focalLength)} mm`
  return `${trimmed(focalLength)} mm (${trimmed(equivalent)} mm in 35mm equivalent)`
}

/** L-LB-19 */
export function formatLocation({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const north = `${Math.abs(latitude).toFixed(4)}° ${latitude < 0 ? 'S' : 'N'}`
  const east = `${Math.abs(longitude).toFixed(4)}° ${longitude < 0 ? 'W' : 'E'}`
  return `${north}, ${east}`
}

export const mapUrl = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`

/** The time of the camera clock: a time zone in the file must not convert it to the reader's. */
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

/** rule 141: the time zone of the place, if the file contains it. */
export function formatZone(taken: string): string | undefined {
  const zone = /^(?:Z|[+-]\d\d:\d\d)$/.exec(taken.slice(19))?.[0]
  return zone && `UTC${zone.replace(/Z|[+-]00:00/, '')}`
}

const present = <T>(value: T | undefined, format: (value: T) => string) =>
  value === undefined ? undefined : format(value)
const rows = (pairs: [string, string | undefined][]): ExifRow[] =>
  pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []))

/** L-LB-14: only sections and rows with values. */
export function exifSections(exif: ExifData): ExifSection[] {
  const camera = rows([
    ['Make', exif.make],
    ['Model', exif.model],
    ['Lens', exif.lens],
    ['Software', exif.software],
  ])
  const exposure = rows([
    ['Exposure time', present(exif.exposure_time, formatExposureTime)],
    ['Aperture', present(exif.aperture, formatAperture)],
    ['ISO', present(exif.iso, String)],
    ['Focal length', formatFocalLength(exif.focal_length, exif.focal_length_35mm)],
    ['Flash', exif.flash],
    ['White balance', exif.white_balance],
    ['Exposure mode', exif.exposure_mode],
  ])
  const size = exif.width && exif.height ? `${exif.width} × ${exif.height}` : undefined
  const metadata = [
    ...rows([
      ['Date taken', present(exif.date_taken, formatDateTaken)],
      ['Time zone', exif.date_taken && formatZone(exif.date_taken)],
      ['Dimensions', size],
    ]),
    ...(exif.gps ? [{ label: 'Location', value: formatLocation(exif.gps), mapUrl: mapUrl(exif.gps) }] : []),
    ...rows([
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
