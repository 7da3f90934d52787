import { DAY_MS } from '@daymark/contracts/limits'

/**
 * A date as a file states it. `local` is the local time of the camera without an offset. `secondFraction` contains the digits of the
 * fraction of a second, up to nine digits.
 */
export type DateText = {
  local: string
  /** Equals `local`, or is shorter if the text omits the day or the month, for example `2026-01` in XMP. */
  precise: string
  secondFraction: string | undefined
  offset: string | undefined
}

const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Matches dates of EXIF, XMP and IPTC, also with other separators, without separators, or with one digit instead of two. */
const NUMERIC_DAY = /^(\d{4})(?:([:/. -]) ?(\d{1,2})\2 ?(\d{1,2})(?!\d)|(\d\d)(\d\d)(?!\d{1,5}$|\d{7}))/
/** Matches dates with names of months, as in RFC 1123 (recommended for PNG) and in asctime. */
const NAMED_DAY = /^(?:[a-z]{3,9},? )?(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4})/i
const ASCTIME = /^[a-z]{3} ([a-z]{3}) (\d{1,2}) ([\d:.]+)(.*) (\d{4})$/i
const YEAR_AND_MONTH = /^(\d{4})(?:[:/.-](\d\d))?[^\da-z]*$/i
const TIME_OF_DAY = /^(\d{1,2})([:.-]) ?(\d{1,2})(?:\2 ?(\d{1,2}))?(?!\d)|^(\d\d)(\d\d)(\d\d)?(?!\d)/
const SECOND_FRACTION = /^[.,:](\d+)/
const AM_OR_PM = /^ ?([ap])\.?m\b\.?/i
const UTC_OFFSET = /^(?:(?:UTC|GMT)?([+\-\u2212])(\d{1,2})(?::?(\d\d))?(?![\d:])|(?:Z|UTC|GMT)(?![+\-\u2212a-z]))/i

/**
 * Reads a date in any format that the patterns in this file match. Returns undefined if the text is blank, consists of zeros, or states a
 * day or an hour that does not exist.
 */
export function readDate(text: string): DateText | undefined {
  const asctime = ASCTIME.exec(text)
  if (asctime) return readDate(`${asctime[2]} ${asctime[1]} ${asctime[5]} ${asctime[3]}${asctime[4]}`)
  const parsedDay = readDay(text)
  if (!parsedDay) return readMonth(text)
  // if the time is unknown, EXIF has spaces instead of digits between the colons
  if (!/\d/.test(parsedDay.rest) || /^[+-]\d\d:?\d\d$/.test(parsedDay.rest))
    return toValidDate(`${parsedDay.day}T00:00:00`)
  const time = readTime(parsedDay.rest.replace(/^[ T:_,-]+/i, ''))
  const date = time && toValidDate(`${parsedDay.day}T${time.time}`)
  return date && { ...date, secondFraction: time.secondFraction, offset: readOffset(time.rest) }
}

function readDay(text: string): { day: string; rest: string } | undefined {
  const numbers = NUMERIC_DAY.exec(text)
  if (numbers) {
    const [all, year, , month = numbers[5], day = numbers[6]] = numbers
    return { day: `${year}-${padToTwoDigits(month)}-${padToTwoDigits(day)}`, rest: text.slice(all.length) }
  }
  const [all = '', day, name = '', year] = NAMED_DAY.exec(text) ?? []
  const month = MONTH_NAMES.indexOf(name.toLowerCase()) + 1
  return month === 0
    ? undefined
    : { day: `${year}-${padToTwoDigits(month)}-${padToTwoDigits(day)}`, rest: text.slice(all.length) }
}

function readMonth(text: string): DateText | undefined {
  const [, year, month] = YEAR_AND_MONTH.exec(text) ?? []
  if (year === undefined) return undefined
  const firstDay = toValidDate(`${year}-${month ?? '01'}-01T00:00:00`)
  return firstDay && { ...firstDay, precise: month === undefined ? year : `${year}-${month}` }
}

type ParsedTime = { time: string; secondFraction: string | undefined; rest: string }
function readTime(text: string): ParsedTime | undefined {
  const match = TIME_OF_DAY.exec(text)
  if (!match) return undefined
  const [all, hour = match[5], , minute = match[6], seconds = match[7]] = match
  const [fractionText = '', secondFraction] = SECOND_FRACTION.exec(text.slice(all.length)) ?? []
  const rest = text.slice(all.length + fractionText.length)
  const [half = '', letter] = AM_OR_PM.exec(rest) ?? []
  const time = `${hourOfDay(Number(hour), letter)}:${padToTwoDigits(minute)}:${padToTwoDigits(seconds)}`
  return { time, secondFraction: secondFraction?.slice(0, 9), rest: rest.slice(half.length) }
}
/**
 * Returns the hour of the day as two digits. `half` is `a` for a.m. and `p` for p.m. An hour that the 12-hour clock does not have, such as
 * 13, becomes invalid.
 */
function hourOfDay(hour: number, half: string | undefined): string {
  if (half === undefined) return padToTwoDigits(hour)
  return hour < 1 || hour > 12 ? 'none' : padToTwoDigits((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))
}

/**
 * Completes a date and time. 24:00 becomes midnight of the next day, and second 60 the start of the next minute. Returns undefined for any
 * other time that does not exist.
 */
function toValidDate(text: string): DateText | undefined {
  const [normalized, addedMs] = text.endsWith('T24:00:00')
    ? [text.replace('T24', 'T00'), DAY_MS]
    : text.endsWith(':60')
      ? [text.replace(/60$/, '59'), 1000]
      : [text, 0]
  const time = Date.parse(`${normalized}Z`)
  if (Number.isNaN(time) || normalized.startsWith('0000') || toIsoText(time) !== normalized) return undefined
  const local = toIsoText(time + addedMs)
  // 24:00 on the last day of 9999 would be in the year 10000, which is not supported
  return local.startsWith('+') ? undefined : { local, precise: local, secondFraction: undefined, offset: undefined }
}
const toIsoText = (time: number): string => new Date(time).toISOString().slice(0, 19)

/**
 * Reads an offset such as `+02:00`, `+0200`, `+2`, `UTC+2` or `Z` and returns it in the form `+02:00`. Returns undefined if no time zone
 * has this offset.
 */
export function readOffset(text: string): string | undefined {
  const match = UTC_OFFSET.exec(text.trim())
  if (!match) return undefined
  const [, sign = '+', hours = '0', minutes = '0'] = match
  const minutesEast = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
  return Number(minutes) < 60 ? formatOffset(minutesEast) : undefined
}

const [MIN_OFFSET_MINUTES, MAX_OFFSET_MINUTES] = [-12 * 60, 14 * 60]
/** Formats an offset. `minutes` is positive east of Greenwich. Returns undefined if no time zone has this offset. */
export function formatOffset(minutes: number): string | undefined {
  if (!(minutes >= MIN_OFFSET_MINUTES && minutes <= MAX_OFFSET_MINUTES)) return undefined
  const distance = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${padToTwoDigits(Math.floor(distance / 60))}:${padToTwoDigits(distance % 60)}`
}

const padToTwoDigits = (number: number | string = '0'): string => String(number).padStart(2, '0')
