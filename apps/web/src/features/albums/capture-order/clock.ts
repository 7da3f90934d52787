import { wallClock } from '@daymark/contracts'
import { createDateFormat } from '../../../lib/format/dates.ts'

/** The offset of a camera's clock. */
export type Clock = { way: 'right' | 'behind' | 'ahead'; ms: number }

export const clockOf = (correctionMs: number): Clock => ({
  way: correctionMs === 0 ? 'right' : correctionMs > 0 ? 'behind' : 'ahead',
  ms: Math.abs(correctionMs),
})
/** Added to the capture times of the camera. */
export const correctionOf = ({ way, ms }: Clock): number =>
  way === 'right' || ms === 0 ? 0 : way === 'behind' ? ms : -ms

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
export type Parts = { hours: number; minutes: number; seconds: number }
export const partsOfClock = ({ ms }: Clock): Parts => ({
  hours: Math.floor(ms / HOUR),
  minutes: Math.floor((ms % HOUR) / MINUTE),
  seconds: (ms % MINUTE) / SECOND,
})
export const msOf = ({ hours, minutes, seconds }: Parts): number =>
  Math.round(hours * HOUR + minutes * MINUTE + seconds * SECOND)

/** '1 h 0 min 12.5 s behind' */
export function clockWords(clock: Clock): string {
  if (correctionOf(clock) === 0) return 'right'
  const { hours, minutes, seconds } = partsOfClock(clock)
  const words = [hours > 0 && `${hours} h`, hours + minutes > 0 && `${minutes} min`, `${seconds} s`]
  return `${words.filter(word => word !== false).join(' ')} ${clock.way}`
}

/** 'UTC+2' for '+02:00'. */
export function zoneWords(offset: string): string {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  if (hours + minutes === 0) return 'UTC'
  return `UTC${offset.startsWith('-') ? '−' : '+'}${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`
}

const day = createDateFormat({ dateStyle: 'medium', timeZone: 'UTC' })
const clockTime = createDateFormat({ timeStyle: 'medium', timeZone: 'UTC' })
const moment = createDateFormat({ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
const dateOf = (time: string) => new Date(wallClock(time).ms)

/** The time that the camera clock showed, in the user's language. */
export const formatTaken = (time: string): string => moment(dateOf(time))
export const formatClock = (ms: number): string => clockTime(new Date(ms))

/** From the first to the last photo of a camera. */
export function formatSpan(first: string, last: string): string {
  const [from, to] = [dateOf(first), dateOf(last)]
  if (first === last) return moment(from)
  return day(from) === day(to) ? `${moment(from)} to ${clockTime(to)}` : `${moment(from)} to ${moment(to)}`
}
