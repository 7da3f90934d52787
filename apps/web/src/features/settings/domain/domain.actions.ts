import * as routes from '@daymark/contracts/routes'
import { forget } from '../../../domain/cache/cache.ts'
import { call, messageOf } from '../../../lib/api.ts'

/** Returns the message that explains the failure; null on success. Links contain the domain, so they are read again as well. */
async function change(request: Promise<unknown>): Promise<string | null> {
  try {
    await request
  } catch (reason) {
    return messageOf(reason)
  }
  await forget(['userProfile', 'shares'])
  return null
}

export const saveDomain = (host: string) => change(call(routes.setDomain, { body: { host } }))
export const checkDomain = () => change(call(routes.verifyDomain))
export const removeDomain = () => change(call(routes.removeDomain))
