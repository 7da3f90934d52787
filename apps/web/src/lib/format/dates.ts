import { reader } from './date-choice.ts'

/** A date format that is created on first use and again after the user changes language or time zone. */
export function dateFormat(options: Intl.DateTimeFormatOptions) {
  let made: { format: Intl.DateTimeFormat; of: typeof reader } | undefined
  return (date: Date) => {
    if (!made || made.of !== reader) {
      const chosen = { timeZone: reader?.time_zone ?? undefined, ...options }
      made = { format: new Intl.DateTimeFormat(reader?.language ?? undefined, chosen), of: reader }
    }
    return made.format.format(date)
  }
}
/** The time zone in which the user's days begin. */
export const timeZone = () => reader?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

const day = dateFormat({ dateStyle: 'medium' })
const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
const year = dateFormat({ year: 'numeric' })

/** The day of an ISO time in the user's language and time zone. */
export const formatDate = (iso: string) => day(new Date(iso))
export const formatDateTime = (iso: string) => moment(new Date(iso))

const ofThisYear = dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
/** Omits the current year, for columns. */
export const formatMoment = (iso: string) =>
  year(new Date(iso)) === year(new Date()) ? ofThisYear(new Date(iso)) : formatDateTime(iso)

const bareDay = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })
/** A day without a time, such as 2024-05-01, is the same day everywhere. */
export const formatDay = (day: string) => bareDay(new Date(`${day}T00:00:00Z`))
