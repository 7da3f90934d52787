import { errors, MAX_LIST_LIMIT, PHOTOS_PAGE_SIZE } from '@daymark/contracts'

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/
const ISO_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i

/** The years that PostgreSQL and ISO 8601 both write with four digits and no sign. */
const EARLIEST_TIME = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

export const isBareDate = (text: string): boolean => BARE_DATE.test(text)

/** Parses an ISO 8601 time, or a date, which stands for its first moment in UTC. Throws INVALID_INPUT. */
export const parseStartDate = (field: string, text: string): string =>
  parseDateOrTime(field, text, '00:00:00.000', 'UTC')

/** rule 34: parses an ISO 8601 time, or a date, which stands for its last moment (23:59:59.999) in the time zone. Throws INVALID_INPUT. */
export const parseEndDate = (field: string, text: string, timeZone = 'UTC'): string =>
  parseDateOrTime(field, text, '23:59:59.999', timeZone)

/** Returns the name of the time zone. Throws INVALID_INPUT if there is no such time zone. */
export function parseTimeZone(field: string, timeZone = 'UTC'): string {
  createZoneFormat(field, timeZone)
  return timeZone
}

function parseDateOrTime(field: string, text: string, time: string, timeZone: string): string {
  const timeMs = BARE_DATE.test(text)
    ? convertLocalTimeToUtc(`${text}T${time}Z`, text, createZoneOffset(field, timeZone))
    : parseIsoTime(text)
  // The negated comparison also rejects NaN.
  if (!(timeMs >= EARLIEST_TIME && timeMs <= LATEST_TIME))
    throw errors.INVALID_INPUT({ reason: `${field}: Send a date such as 2025-12-31 or an ISO 8601 time.` })
  return new Date(timeMs).toISOString()
}

function parseIsoTime(text: string): number {
  if (!ISO_TIME.test(text)) return NaN
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10))
  return Date.parse(hasZone ? text : `${text}Z`)
}

/**
 * Converts a local time to UTC, in milliseconds. The offset is computed twice, because the first estimate may be on the other side of a
 * daylight saving change. NaN for a day that does not exist.
 */
function convertLocalTimeToUtc(text: string, day: string, offsetAt: (timeMs: number) => number): number {
  const localMs = Date.parse(text)
  if (Number.isNaN(localMs) || !new Date(localMs).toISOString().startsWith(day)) return NaN
  return localMs - offsetAt(localMs - offsetAt(localMs))
}

/** Returns a function that computes the offset of the time zone from UTC at a given time, both in milliseconds. */
function createZoneOffset(field: string, timeZone: string): (timeMs: number) => number {
  const format = createZoneFormat(field, timeZone)
  return timeMs => {
    const offsetName = format.formatToParts(timeMs).find(part => part.type === 'timeZoneName')?.value
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(offsetName ?? '') ?? []
    const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
    return sign === '-' ? -ms : ms
  }
}

function createZoneFormat(field: string, timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  } catch {
    throw errors.INVALID_INPUT({
      reason: `${field}: "${timeZone}" is not a time zone. Send an IANA name such as Europe/Berlin.`,
    })
  }
}

export type Paging = { limit: number; offset: number }

/** rule 5: parses limit and offset. A limit above the maximum is reduced to it; anything but a whole number of at least 0 is rejected. */
export function parsePaging(query: { limit?: string; offset?: string }, defaultLimit = PHOTOS_PAGE_SIZE): Paging {
  return {
    limit: Math.min(parseCount('limit', query.limit, defaultLimit), MAX_LIST_LIMIT),
    offset: Math.min(parseCount('offset', query.offset, 0), Number.MAX_SAFE_INTEGER),
  }
}

function parseCount(name: string, value: string | undefined, defaultValue: number): number {
  if (value === undefined || value === '') return defaultValue
  if (!/^\d+$/.test(value)) throw errors.INVALID_INPUT({ reason: `${name}: Enter a whole number of at least 0.` })
  return Number(value)
}
