import type { http } from '@daymark/contracts'

/**
 * The account whose language and time zone determine how dates are written. Undefined: those of the browser are used.
 */
export let dateSettings: http.Account | undefined

export const setDateSettings = (account: http.Account) => (dateSettings = account)
