import { parseLocalTime } from '@daymark/contracts'
import { createDateFormat } from '../../../lib/format/dates.ts'

/** The error of a camera clock: the direction, and the size in milliseconds. */
export type ClockError = { direction: 'correct' | 'behind' | 'ahead'; ms: number }

export const CORRECT_CLOCK: ClockError = { direction: 'correct', ms: 0 }

export const toClockError = (correctionMs: number): ClockError => ({
  direction: correctionMs === 0 ? 'correct' : correctionMs > 0 ? 'behind' : 'ahead',
  ms: Math.abs(correctionMs),
})
/** Converts the error of a clock to the correction: the time to add to the capture times of the camera. */
export const toCorrectionMs = ({ direction, ms }: ClockError): number =>
  direction === 'correct' || ms === 0 ? 0 : direction === 'behind' ? ms : -ms

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1000, 60_000, 3_600_000]
export type ClockErrorUnits = { hours: number; minutes: number; seconds: number }
export const splitClockError = ({ ms }: ClockError): ClockErrorUnits => ({
  hours: Math.floor(ms / HOUR_MS),
  minutes: Math.floor((ms % HOUR_MS) / MINUTE_MS),
  seconds: (ms % MINUTE_MS) / SECOND_MS,
})
export const unitsToMs = ({ hours, minutes, seconds }: ClockErrorUnits): number =>
  Math.round(hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS)

/** Formats the error of a clock, such as '1 h 0 min 12.5 s behind'. */
export function formatClockError(clockError: ClockError): string {
  if (toCorrectionMs(clockError) === 0) return 'correct'
  const { hours, minutes, seconds } = splitClockError(clockError)
  const units = [hours > 0 && `${hours} h`, hours + minutes > 0 && `${minutes} min`, `${seconds} s`]
  return `${units.filter(unit => unit !== false).join(' ')} ${clockError.direction}`
}

/** Formats a UTC offset: 'UTC+2' for '+02:00'. */
export function formatUtcOffset(offset: string): string {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  if (hours + minutes === 0) return 'UTC'
  return `UTC${offset.startsWith('-') ? '−' : '+'}${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`
}

const formatDay = createDateFormat({ dateStyle: 'medium', timeZone: 'UTC' })
const formatTime = createDateFormat({ timeStyle: 'medium', timeZone: 'UTC' })
const formatDateAndTime = createDateFormat({ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
const parseCameraTime = (time: string) => new Date(parseLocalTime(time).ms)

/** Formats the time that the camera clock showed, in the user's language. */
export const formatCameraTime = (time: string): string => formatDateAndTime(parseCameraTime(time))
export const formatTimeOfDay = (localMs: number): string => formatTime(new Date(localMs))

/** Formats the period between the first and the last photo of a camera. */
export function formatSpan(firstTime: string, lastTime: string): string {
  const [from, to] = [parseCameraTime(firstTime), parseCameraTime(lastTime)]
  if (firstTime === lastTime) return formatDateAndTime(from)
  return formatDay(from) === formatDay(to)
    ? `${formatDateAndTime(from)} to ${formatTime(to)}`
    : `${formatDateAndTime(from)} to ${formatDateAndTime(to)}`
}
