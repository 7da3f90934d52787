import { type DateText, formatOffset, readDate, readOffset } from './date-text.ts'
import { toNumber, type Tags, toText } from '../tags.ts'

type DateCandidate = [date: unknown, secondFraction?: unknown, offsets?: unknown[]]
/**
 * Returns the local time of the camera when the photo was taken. Uses the first readable date, in this order: capture, digitization,
 * caption, GPS (which is UTC). Keys such as `XMP:CreateDate` are ExifTool's notation of group and tag.
 */
export function readCameraClock(tags: Tags): DateText | undefined {
  const digitized = [tags.OffsetTimeDigitized]
  const original = [
    tags.OffsetTimeOriginal,
    ...digitized,
    offsetOfUnchangedFile(tags),
    tags.TimeZoneOffset,
    readMakerTimeZone(tags),
  ]
  const candidates: DateCandidate[] = [
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
    [readGpsTime(tags), undefined, ['Z']],
  ]
  for (const [date, secondFraction, offsets = []] of candidates) {
    const dateText = readDate(toText(date) ?? '')
    if (!dateText) continue
    const separateOffset = offsets.map(readTimeZone).find(offset => offset !== undefined)
    return {
      ...dateText,
      secondFraction: dateText.secondFraction ?? /^\d{1,9}/.exec(toText(secondFraction) ?? '')?.[0],
      offset: dateText.offset ?? separateOffset,
    }
  }
  return undefined
}

export const hasCaptureDate = ({ DateTimeOriginal }: Tags): boolean =>
  readDate(toText(DateTimeOriginal) ?? '') !== undefined
/** Returns true if ExifTool must also read the dates of other tag groups, because one of them may be the only readable date. */
export const needsOtherDates = (tags: Tags): boolean =>
  !hasCaptureDate(tags) && (tags.DateTimeOriginal !== undefined || readCameraClock(tags) === undefined)

/**
 * Returns the UTC offset that a tag states: as text, or in hours in TimeZoneOffset. ExifTool and exifr return TimeZoneOffset as a number, a
 * list or a text with several numbers, of which the first belongs to the capture.
 */
function readTimeZone(value: unknown): string | undefined {
  const text = toText(Array.isArray(value) || value instanceof Int16Array ? value[0] : value)
  const hours = text !== undefined && /^-?\d{1,2}( |$)/.test(text) ? toNumber(text) : undefined
  return hours === undefined ? readOffset(text ?? '') : formatOffset(hours * 60)
}

/**
 * Returns OffsetTime if the file was not changed after the capture. After a change, OffsetTime is the offset of the computer that changed
 * the file.
 */
const offsetOfUnchangedFile = ({ ModifyDate, DateTimeOriginal, OffsetTime }: Tags): unknown =>
  toText(ModifyDate) === toText(DateTimeOriginal) ? OffsetTime : undefined

/** Reads the time zone from the maker notes of older Canon and Nikon cameras. Nikon's value does not include daylight saving time. */
function readMakerTimeZone({ TimeZone, DaylightSavings, Make }: Tags): string | undefined {
  const zone = readOffset(toText(TimeZone) ?? '')
  if (zone === undefined || !/^nikon/i.test(toText(Make) ?? '') || !/^(yes|on)$/i.test(toText(DaylightSavings) ?? ''))
    return zone
  const [hours, minutes] = zone.slice(1).split(':').map(Number) as [number, number]
  return formatOffset((zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) + 60)
}

/** Returns the UTC time of the GPS data, or undefined if the date or a part of the time is missing. */
function readGpsTime({ GPSDateStamp, GPSTimeStamp }: Tags): string | undefined {
  const day = /^.{10}(?=T)/.exec(readDate(toText(GPSDateStamp) ?? '')?.precise ?? '')?.[0]
  const time = Array.isArray(GPSTimeStamp) ? GPSTimeStamp : (toText(GPSTimeStamp) ?? '').split(':')
  const isComplete = time.length >= 3 && time.every(part => Number(part) >= 0)
  return day !== undefined && isComplete ? `${day}T${formatTime(time.map(Number))}` : undefined
}
function formatTime([hours = 0, minutes = 0, seconds = 0]: number[]): string {
  const timeParts = [hours, minutes, Math.floor(seconds)].map(part => String(part).padStart(2, '0'))
  return `${timeParts.join(':')}.${seconds.toFixed(3).slice(-3)}`
}
export const readGpsTimestamp = (tags: Tags): number => {
  const clock = readDate(readGpsTime(tags) ?? '')
  return clock ? Date.parse(`${clock.local}.${clock.secondFraction}Z`) : Number.NaN
}

/**
 * Returns the capture time in local time, with an offset only if the file contains one (rule 17). exiftool-vendored is not used for this,
 * because it would guess an offset.
 */
export function readDateTaken(tags: Tags): string | undefined {
  const clock = readCameraClock(tags)
  if (!clock || clock.precise !== clock.local) return clock?.precise
  return clock.local + (clock.offset ?? '')
}

/** Converts a date to a UTC timestamp. A date without an offset counts as UTC. Returns null if the year is not between 1 and 9999. */
export function toTimestamp(date: string | undefined): string | null {
  if (date === undefined) return null
  const time = new Date(/(Z|[+-]\d{2}:\d{2}|^\d{4}(-\d{2})?)$/.test(date) ? date : `${date}Z`)
  // with its offset, a date may be in year 0 or 10000, which neither the bus nor the database accepts
  const year = time.getUTCFullYear()
  return year >= 1 && year <= 9999 ? time.toISOString() : null
}
