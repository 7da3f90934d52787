import { dateSettings } from './date-settings.ts'

/** Returns a function that formats dates in the user's language and time zone, also after the user changes them. */
export function createDateFormat(options: Intl.DateTimeFormatOptions) {
  let cached: { format: Intl.DateTimeFormat; settings: typeof dateSettings } | undefined
  return (date: Date) => {
    if (!cached || cached.settings !== dateSettings) {
      const formatOptions = { timeZone: dateSettings?.time_zone ?? undefined, ...options }
      cached = {
        format: new Intl.DateTimeFormat(dateSettings?.language ?? undefined, formatOptions),
        settings: dateSettings,
      }
    }
    return cached.format.format(date)
  }
}
/** Returns the time zone that the user selected, or the time zone of the browser if the user selected none. */
export const userTimeZone = () => dateSettings?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

const formatMediumDate = createDateFormat({ dateStyle: 'medium' })
const formatMediumDateTime = createDateFormat({ dateStyle: 'medium', timeStyle: 'short' })
const formatYear = createDateFormat({ year: 'numeric' })

/** Formats the date of an ISO time in the user's language and time zone. */
export const formatDate = (iso: string) => formatMediumDate(new Date(iso))
export const formatDateTime = (iso: string) => formatMediumDateTime(new Date(iso))

const formatDayAndTime = createDateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
/** Formats date and time. The current year is left out, because columns are narrow. */
export const formatShortDateTime = (iso: string) =>
  formatYear(new Date(iso)) === formatYear(new Date()) ? formatDayAndTime(new Date(iso)) : formatDateTime(iso)

const formatUtcDate = createDateFormat({ dateStyle: 'medium', timeZone: 'UTC' })
/** Formats a day such as 2024-05-01, which is the same in all time zones. */
export const formatDay = (day: string) => formatUtcDate(new Date(`${day}T00:00:00Z`))
