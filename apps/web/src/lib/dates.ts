const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A day of an ISO time in the reader's language and zone. */
export const formatDate = (iso: string) => day.format(new Date(iso))
export const formatDateTime = (iso: string) => moment.format(new Date(iso))
