import type { http } from '@daymark/contracts'

/** Whose dates are shown: the signed-in person's, who may have chosen language and zone; of nobody, as the browser has them. */
export let reader: http.Account | undefined

export const chooseDates = (account: http.Account) => (reader = account)
