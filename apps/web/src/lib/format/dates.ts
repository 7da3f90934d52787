import { reader } from './date-choice.ts'

/** A way to write dates, made when it is first needed and again after another choice. */
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
/** Where days begin for this person. */
export const timeZone = () => reader?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

const day = dateFormat({ dateStyle: 'medium' })
const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
const year = dateFormat({ year: 'numeric' })

/** A day of an ISO time in the reader's language and zone. */
export const formatDate = (iso: string) => day(new Date(iso))
export const formatDateTime = (iso: string) => moment(new Date(iso))

const ofThisYear = dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
/** Without the year where it is this one: for columns. */
export const formatMoment = (iso: string) =>
  year(new Date(iso)) === year(new Date()) ? ofThisYear(new Date(iso)) : formatDateTime(iso)

const bareDay = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })
/** A day without a time, such as 2024-05-01: the same day everywhere. */
export const formatDay = (day: string) => bareDay(new Date(`${day}T00:00:00Z`))
