import { type DateText, offsetOf, readDate, readOffset } from './date-text.ts'
import { numberOf, type Tags, textOf } from '../tags.ts'

type Candidate = [date: unknown, second?: unknown, offsets?: unknown[]]
/**
 * Returns the time on the camera's clock when the photo was taken, from the first readable date in the file: of the capture, of the
 * digitization, in the caption data, and last of GPS, which only has UTC. `group:tag` are ExifTool's names.
 */
export function clockOf(tags: Tags): DateText | undefined {
  const digitized = [tags.OffsetTimeDigitized]
  const original = [tags.OffsetTimeOriginal, ...digitized, unchanged(tags), tags.TimeZoneOffset, makerZone(tags)]
  const candidates: Candidate[] = [
    [tags.DateTimeOriginal, tags.SubSecTimeOriginal, original],
    [tags['XMP:DateTimeOriginal']],
    [tags.CreateDate, tags.SubSecTimeDigitized, digitized],
    [tags.DateTimeDigitized, tags.SubSecTimeDigitized, digitized],
    [tags['XMP:CreateDate']],
    [tags.DateTimeCreated],
    [tags['IPTC:DateCreated']],
    [tags['XMP:DateCreated']],
    [tags.DateCreated],
    [tags['Composite:DigitalCreationDateTime']],
    [tags['QuickTime:CreationDate']],
    [tags['PNG:CreationTime']],
    // HEIC sequences store this date in UTC
    [tags['QuickTime:CreateDate'], undefined, ['Z']],
    [gpsClock(tags), undefined, ['Z']],
  ]
  for (const [date, second, offsets = []] of candidates) {
    const found = readDate(textOf(date) ?? '')
    if (!found) continue
    const separate = offsets.map(zoneOf).find(offset => offset !== undefined)
    return {
      ...found,
      second: found.second ?? /^\d{1,9}/.exec(textOf(second) ?? '')?.[0],
      offset: found.offset ?? separate,
    }
  }
  return undefined
}

export const hasShotDate = ({ DateTimeOriginal }: Tags): boolean =>
  readDate(textOf(DateTimeOriginal) ?? '') !== undefined
/** Whether the dates of other tag groups must be read, because one of them may be the only readable date or a better one. */
export const needsOtherDates = (tags: Tags): boolean =>
  !hasShotDate(tags) && (tags.DateTimeOriginal !== undefined || clockOf(tags) === undefined)

/**
 * EXIF's TimeZoneOffset is in hours, and its first value is that of the capture. ExifTool and exifr return a number, a list, or a text with
 * several numbers.
 */
function zoneOf(value: unknown): string | undefined {
  const text = textOf(Array.isArray(value) || value instanceof Int16Array ? value[0] : value)
  const hours = text !== undefined && /^-?\d{1,2}( |$)/.test(text) ? numberOf(text) : undefined
  return hours === undefined ? readOffset(text ?? '') : offsetOf(hours * 60)
}

/**
 * OffsetTime belongs to the last change, which programs often make far from where the photo was taken. It applies to the capture only if
 * the photo was not changed afterwards.
 */
const unchanged = ({ ModifyDate, DateTimeOriginal, OffsetTime }: Tags): unknown =>
  textOf(ModifyDate) === textOf(DateTimeOriginal) ? OffsetTime : undefined

/**
 * Canon and Nikon wrote the time zone into maker notes before EXIF had a tag for it. Nikon's value excludes the hour of daylight saving
 * time.
 */
function makerZone({ TimeZone, DaylightSavings, Make }: Tags): string | undefined {
  const zone = readOffset(textOf(TimeZone) ?? '')
  if (zone === undefined || !/^nikon/i.test(textOf(Make) ?? '') || !/^(yes|on)$/i.test(textOf(DaylightSavings) ?? ''))
    return zone
  const [hours, minutes] = zone.slice(1).split(':').map(Number) as [number, number]
  return offsetOf((zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) + 60)
}

/** Returns the UTC time of GPS. Returns undefined if the date or a part of the time is missing. */
function gpsClock({ GPSDateStamp, GPSTimeStamp }: Tags): string | undefined {
  const day = /^.{10}(?=T)/.exec(readDate(textOf(GPSDateStamp) ?? '')?.precise ?? '')?.[0]
  const time = Array.isArray(GPSTimeStamp) ? GPSTimeStamp : (textOf(GPSTimeStamp) ?? '').split(':')
  const isWhole = time.length >= 3 && time.every(part => Number(part) >= 0)
  return day !== undefined && isWhole ? `${day}T${clockTime(time.map(Number))}` : undefined
}
function clockTime([hours = 0, minutes = 0, seconds = 0]: number[]): string {
  const whole = [hours, minutes, Math.floor(seconds)].map(part => String(part).padStart(2, '0'))
  return `${whole.join(':')}.${seconds.toFixed(3).slice(-3)}`
}
export const momentOfGps = (tags: Tags): number => {
  const clock = readDate(gpsClock(tags) ?? '')
  return clock ? Date.parse(`${clock.local}.${clock.second}Z`) : Number.NaN
}

/** Returns the time on the camera's clock, with a zone only if the file states one (rule 17; exiftool-vendored would invent one). */
export function dateTaken(tags: Tags): string | undefined {
  const clock = clockOf(tags)
  if (!clock || clock.precise !== clock.local) return clock?.precise
  return clock.local + (clock.offset ?? '')
}

/** Returns the moment for consumers that do not need the camera's clock. A date without a zone is read as UTC. */
export function takenAt(date: string | undefined): string | null {
  if (date === undefined) return null
  const time = new Date(/(Z|[+-]\d{2}:\d{2}|^\d{4}(-\d{2})?)$/.test(date) ? date : `${date}Z`)
  // an offset may lead to a year without four digits, which neither the bus nor the database accepts
  const year = time.getUTCFullYear()
  return year >= 1 && year <= 9999 ? time.toISOString() : null
}
