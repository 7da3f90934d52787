import type { Scope } from '@daymark/contracts'
import * as v1 from '@daymark/contracts/v1'
import { invalidateTypes } from '../../../domain/cache/cache.ts'
import { cachedQuery } from '../../../domain/cache/use-cached.ts'
import { call } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'

export const tokensQuery = () => cachedQuery('userProfile', v1.listTokens)

/** S-VAULT-03: the lifetimes that the form offers for a token. */
export const TOKEN_LIFETIMES = [
  { ttl: '24h', label: '24 hours' },
  { ttl: '7d', label: '7 days' },
  { ttl: '30d', label: '30 days' },
  { ttl: '90d', label: '90 days' },
  { ttl: '365d', label: '1 year' },
] as const
/** rule 44: the scopes that the Token Vault offers. Tokens with other scopes can only be created through the API. */
export const VAULT_SCOPES = [
  { scope: 'read', description: 'view photos, albums, tags and links' },
  { scope: 'write', description: 'upload, change, delete and share' },
  { scope: 'webhooks', description: 'subscribe to events' },
] as const satisfies readonly { scope: Scope; description: string }[]

export type TokenRequest = { name: string; ttl: string; scopes: Scope[] }

/** S-VAULT-09: creates a token. Returns null on failure. */
export async function createToken({ name, ttl, scopes }: TokenRequest): Promise<{ token: string } | null> {
  try {
    const createdToken = await call(v1.createToken, { body: { name: name.trim() || null, ttl, scopes } })
    void refetchTokens()
    return createdToken
  } catch (reason) {
    logFailure('Failed to create token', reason)
    return null
  }
}

/** S-VAULT-10: revokes a token. A failure shows an alert, so that the user knows that the token still works. */
export async function revokeToken(id: string) {
  try {
    await call(v1.revokeToken, { params: { id } })
  } catch (reason) {
    logFailure('Failed to revoke token', reason)
    window.alert('Failed to revoke token')
  }
  await refetchTokens()
}

const refetchTokens = () => invalidateTypes(['userProfile'])
