import * as http from '../http/index.ts'
import { route } from './route.ts'

/** For every plan: who may not have one keeps the one there was. */
export const getBrand = route('GET', '/api/settings/studio', { auth: 'session', answer: http.brandSettings })
/** What is left out stays. */
export const updateBrand = route('PATCH', '/api/settings/studio', {
  auth: 'session',
  body: http.brandBody,
  answer: http.brandSettings,
  errors: ['PLAN_REQUIRED'],
})
/** A form with one field `file`. */
export const uploadBrandLogo = route('POST', '/api/settings/studio/logo', {
  auth: 'session',
  accepts: 'form',
  answer: http.brandSettings,
  errors: [
    'EMPTY_FILE',
    'FILE_TOO_LARGE',
    'IMAGE_TOO_LARGE',
    'IMAGE_UNREADABLE',
    'PLAN_REQUIRED',
    'STORAGE_FULL',
    'UNSUPPORTED_FILE',
  ],
})
/** For every plan. */
export const removeBrandLogo = route('DELETE', '/api/settings/studio/logo', {
  auth: 'session',
  answer: http.brandSettings,
})
export const getBrandLogo = route('GET', '/api/settings/studio/logo', {
  auth: 'session',
  query: http.brandLogoQuery,
  answer: 'bytes',
  errors: ['BRAND_LOGO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})
/** For whoever has a link of the studio, also one that is locked or over: those screens bear it as well. */
export const getSharedLogo = route('GET', '/media/share/logo.png', {
  auth: 'share',
  query: http.sharedLogoQuery,
  answer: 'bytes',
  errors: ['BRAND_LOGO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'SHARE_UNAVAILABLE', 'STUDIO_PAGE_NOT_FOUND'],
})
/** For whoever has a mail of the studio: mail programs send neither a session nor the token of a link. */
export const getStudioLogo = route('GET', '/media/studios/:id/logo.png', {
  auth: 'open',
  query: http.brandLogoQuery,
  answer: 'bytes',
  errors: ['BRAND_LOGO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})

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

export const getStudioPage = route('GET', '/api/settings/studio-page', {
  auth: 'session',
  answer: http.studioPageSettings,
})
/** What is left out stays. */
export const updateStudioPage = route('PATCH', '/api/settings/studio-page', {
  auth: 'session',
  audited: true,
  body: http.studioPageBody,
  answer: http.studioPageSettings,
  errors: ['SHARE_NOT_FOUND', 'SLUG_TAKEN'],
})
/** What a visitor of the page sees (rule 158). */
export const getPublicStudioPage = route('GET', '/api/studio-page', {
  auth: 'share',
  query: http.studioPageQuery,
  answer: http.publicStudioPage,
  errors: ['STUDIO_PAGE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})
