import type { http } from '@daymark/contracts'

/** The account whose language and time zone format dates. Undefined: those of the browser. */
export let dateSettings: http.Account | undefined

export const setDateSettings = (account: http.Account) => (dateSettings = account)
