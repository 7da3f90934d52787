import type { http, TokenView } from '@daymark/contracts'

/** rule 45: names in both spellings. White-listed: what is kept of the token itself never gets out. */
export const presentToken = ({ id, name, scopes, prefix, ...times }: TokenView): http.v1.Token => ({
  ...{ id, name, scopes, prefix, token_prefix: prefix },
  ...{ expiresAt: times.expiresAt, expires_at: times.expiresAt },
  ...{ lastUsedAt: times.lastUsedAt, last_used_at: times.lastUsedAt },
  created_at: times.createdAt,
})
