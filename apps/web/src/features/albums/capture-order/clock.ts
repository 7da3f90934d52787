import { parseLocalTime } from '@daymark/contracts'
import { createDateFormat } from '../../../lib/format/dates.ts'

/** The error of a camera clock: its direction and size. */
export type ClockError = { way: 'right' | 'behind' | 'ahead'; ms: number }

export const toClockError = (correctionMs: number): ClockError => ({
  way: correctionMs === 0 ? 'right' : correctionMs > 0 ? 'behind' : 'ahead',
  ms: Math.abs(correctionMs),
})
/** Converts the error of a clock to the correction: the time to add to the capture times of the camera. */
export const toCorrectionMs = ({ way, ms }: ClockError): number =>
  way === 'right' || ms === 0 ? 0 : way === 'behind' ? ms : -ms

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
export type ClockErrorParts = { hours: number; minutes: number; seconds: number }
export const splitClockError = ({ ms }: ClockError): ClockErrorParts => ({
  hours: Math.floor(ms / HOUR),
  minutes: Math.floor((ms % HOUR) / MINUTE),
  seconds: (ms % MINUTE) / SECOND,
})
export const partsToMs = ({ hours, minutes, seconds }: ClockErrorParts): number =>
  Math.round(hours * HOUR + minutes * MINUTE + seconds * SECOND)

/** Formats the error of a clock, such as '1 h 0 min 12.5 s behind'. */
export function formatClockError(clock: ClockError): string {
  if (toCorrectionMs(clock) === 0) return 'right'
  const { hours, minutes, seconds } = splitClockError(clock)
  const words = [hours > 0 && `${hours} h`, hours + minutes > 0 && `${minutes} min`, `${seconds} s`]
  return `${words.filter(word => word !== false).join(' ')} ${clock.way}`
}

/** Formats a UTC offset: 'UTC+2' for '+02:00'. */
export function formatZone(offset: string): string {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  if (hours + minutes === 0) return 'UTC'
  return `UTC${offset.startsWith('-') ? '−' : '+'}${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`
}

const formatDay = createDateFormat({ dateStyle: 'medium', timeZone: 'UTC' })
const formatTime = createDateFormat({ timeStyle: 'medium', timeZone: 'UTC' })
const formatMoment = createDateFormat({ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
const parseCameraTime = (time: string) => new Date(parseLocalTime(time).ms)

/** Formats the time that the camera clock showed, in the user's language. */
export const formatCameraTime = (time: string): string => formatMoment(parseCameraTime(time))
export const formatTimeOfDay = (ms: number): string => formatTime(new Date(ms))

/** Formats the period between the first and the last photo of a camera. */
export function formatSpan(first: string, last: string): string {
  const [from, to] = [parseCameraTime(first), parseCameraTime(last)]
  if (first === last) return formatMoment(from)
  return formatDay(from) === formatDay(to)
    ? `${formatMoment(from)} to ${formatTime(to)}`
    : `${formatMoment(from)} to ${formatMoment(to)}`
}
