const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A day of an ISO time in the reader's language and zone. */
export const formatDate = (iso: string) => day.format(new Date(iso))
export const formatDateTime = (iso: string) => moment.format(new Date(iso))

const ofThisYear = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
/** Without the year where it is this one: for columns. */
export const formatMoment = (iso: string) =>
  new Date(iso).getFullYear() === new Date().getFullYear() ? ofThisYear.format(new Date(iso)) : formatDateTime(iso)

const bareDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
/** A day without a time, such as 2024-05-01: the same day everywhere. */
export const formatDay = (day: string) => bareDay.format(new Date(`${day}T00:00:00Z`))
