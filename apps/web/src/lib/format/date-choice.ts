import type { http } from '@daymark/contracts'

/** The language and time zone of dates: chosen by the signed-in user, else those of the browser. */
export let reader: http.Account | undefined

export const chooseDates = (account: http.Account) => (reader = account)
