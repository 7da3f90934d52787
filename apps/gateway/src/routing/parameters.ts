import { errors, LIBRARY_FETCH_LIMIT, PHOTOS_PAGE_SIZE } from '@daymark/contracts'

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/
const ISO_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i

/** What Postgres and ISO 8601 both can say without a sign or a fifth digit: it can be kept, compared and shown everywhere. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

export const isBareDate = (text: string): boolean => BARE_DATE.test(text)

/** The first moment of a bare date, or the moment that an ISO time names; always UTC. */
export const fromDate = (field: string, text: string): string => moment(field, text, '00:00:00.000', 'UTC')

/** rule 34: a bare date ends at 23:59:59 where its writer lives, else in UTC. */
export const untilDate = (field: string, text: string, timeZone = 'UTC'): string =>
  moment(field, text, '23:59:59.999', timeZone)

/** The time zone that was named, if there is one of this name; else UTC. */
export function timeZoneOf(field: string, timeZone = 'UTC'): string {
  zoneFormat(field, timeZone)
  return timeZone
}

function moment(field: string, text: string, time: string, timeZone: string): string {
  const at = BARE_DATE.test(text) ? onTheWall(`${text}T${time}Z`, text, zoneOffset(field, timeZone)) : named(text)
  // NaN is outside as well
  if (!(at >= EARLIEST && at <= LATEST))
    throw errors.INVALID_INPUT({ reason: `${field}: a date such as 2025-12-31 or an ISO 8601 time is needed` })
  return new Date(at).toISOString()
}

function named(text: string): number {
  if (!ISO_TIME.test(text)) return NaN
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10))
  return Date.parse(hasZone ? text : `${text}Z`)
}

/** When clocks show this. Asked twice, as the first guess may lie across a change of clocks. A day that no month has is NaN. */
function onTheWall(shown: string, day: string, offset: (at: number) => number): number {
  const wall = Date.parse(shown)
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(day)) return NaN
  return wall - offset(wall - offset(wall))
}

/** How far the zone's clocks are ahead of UTC at a moment, in ms. */
function zoneOffset(field: string, timeZone: string): (at: number) => number {
  const format = zoneFormat(field, timeZone)
  return at => {
    const shown = format.formatToParts(at).find(part => part.type === 'timeZoneName')?.value
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(shown ?? '') ?? []
    const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
    return sign === '-' ? -ms : ms
  }
}

function zoneFormat(field: string, timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  } catch {
    throw errors.INVALID_INPUT({ reason: `${field}: "${timeZone}" is no time zone` })
  }
}

export type Paging = { limit: number; offset: number }

/** rule 5: a limit above the maximum is clamped; what is no whole number of at least 0 is refused. */
export function paging(query: { limit?: string; offset?: string }, fallback = PHOTOS_PAGE_SIZE): Paging {
  return {
    limit: Math.min(count('limit', query.limit, fallback), LIBRARY_FETCH_LIMIT),
    offset: Math.min(count('offset', query.offset, 0), Number.MAX_SAFE_INTEGER),
  }
}

function count(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback
  if (!/^\d+$/.test(value)) throw errors.INVALID_INPUT({ reason: `${name}: a whole number of at least 0 is needed` })
  return Number(value)
}
