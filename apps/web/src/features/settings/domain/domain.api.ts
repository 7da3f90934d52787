import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../../domain/cache/cache.ts'
import type { CachedQuery } from '../../../domain/cache/use-cached.ts'
import { call, messageOf } from '../../../lib/api.ts'

export const domainSettingsQuery = (): CachedQuery<http.DomainSettings> => ({
  type: 'userProfile',
  key: [routes.getDomain.path],
  read: signal => call(routes.getDomain, { signal }),
})

/**
 * Waits for a change of the domain and refetches the data. Links contain the domain, so they are included. Returns
 * null, or the message of the failure.
 */
async function changeDomain(request: Promise<unknown>): Promise<string | null> {
  try {
    await request
  } catch (reason) {
    return messageOf(reason)
  }
  await invalidateTypes(['userProfile', 'shares'])
  return null
}

export const saveDomain = (host: string) => changeDomain(call(routes.setDomain, { body: { host } }))
export const checkDomain = () => changeDomain(call(routes.verifyDomain))
export const removeDomain = () => changeDomain(call(routes.removeDomain))
