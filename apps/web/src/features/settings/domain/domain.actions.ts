import * as routes from '@daymark/contracts/routes'
import { forget } from '../../../domain/cache/cache.ts'
import { ApiError, call } from '../../../lib/api.ts'

/** The sentence that says why it failed; null when it is done. Links name the domain, so they are read again as well. */
async function change(request: Promise<unknown>): Promise<string | null> {
  try {
    await request
  } catch (reason) {
    return (reason instanceof ApiError ? reason.sentence : null) ?? 'Something went wrong. Please try again.'
  }
  await forget(['userProfile', 'shares'])
  return null
}

export const saveDomain = (host: string) => change(call(routes.setDomain, { body: { host } }))
export const checkDomain = () => change(call(routes.verifyDomain))
export const removeDomain = () => change(call(routes.removeDomain))
