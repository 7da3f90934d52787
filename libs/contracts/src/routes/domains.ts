import * as http from '../http/index.ts'
import { route } from '../route.ts'

/** For every plan: who may not have one keeps the one there was. */
export const getDomain = route('GET', '/api/settings/domain', { auth: 'session', answer: http.domainSettings })
/** Takes the place of the one before. */
export const setDomain = route('POST', '/api/settings/domain', {
  auth: 'session',
  body: http.domainBody,
  answer: http.domainSettings,
  errors: ['PLAN_REQUIRED'],
})
/** Looks up both records, now. */
export const verifyDomain = route('POST', '/api/settings/domain/verify', {
  auth: 'session',
  answer: http.domainSettings,
  errors: ['DOMAIN_NOT_FOUND', 'PLAN_REQUIRED', 'TOO_MANY_REQUESTS'],
})
/** For every plan. */
export const removeDomain = route('DELETE', '/api/settings/domain', { auth: 'session', answer: http.domainSettings })
