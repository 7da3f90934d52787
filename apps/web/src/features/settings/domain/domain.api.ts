import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../../domain/cache/cache.ts'
import type { CachedQuery } from '../../../domain/cache/use-cached.ts'
import { call, messageOf } from '../../../lib/api.ts'

export const domainSettings = (): CachedQuery<http.DomainSettings> => ({
  type: 'userProfile',
  key: [routes.getDomain.path],
  read: signal => call(routes.getDomain, { signal }),
})

/** Returns the message that explains the failure; null on success. Links contain the domain, so they are read again as well. */
async function change(request: Promise<unknown>): Promise<string | null> {
  try {
    await request
  } catch (reason) {
    return messageOf(reason)
  }
  await invalidateTypes(['userProfile', 'shares'])
  return null
}

export const saveDomain = (host: string) => change(call(routes.setDomain, { body: { host } }))
export const checkDomain = () => change(call(routes.verifyDomain))
export const removeDomain = () => change(call(routes.removeDomain))
