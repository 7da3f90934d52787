import type { http, Waiting } from '@daymark/contracts'

export const presentShareFirstLook = (waiting: Waiting[], isByMail: boolean): http.ShareFirstLook => ({
  by_mail: isByMail,
  waiting: waiting.map(({ id, email, createdAt }) => ({ id, email, created_at: createdAt })),
})
