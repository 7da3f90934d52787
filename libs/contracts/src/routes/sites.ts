import * as http from '../http/index.ts'
import { type ErrorCode, route } from './route.ts'

/** Errors of the upload of a logo or watermark image. */
const IMAGE_FORM_ERRORS: ErrorCode[] = [
  'EMPTY_FILE',
  'FILE_TOO_LARGE',
  'IMAGE_TOO_LARGE',
  'IMAGE_UNREADABLE',
  'PLAN_REQUIRED',
  'STORAGE_FULL',
  'UNSUPPORTED_FILE',
]

/** Returns the brand settings. Available in every plan, because a downgrade does not delete them. */
export const getBrand = route('GET', '/api/settings/studio', { answer: http.brandSettings })
/** Updates the brand settings. Omitted fields do not change. */
export const updateBrand = route('PATCH', '/api/settings/studio', {
  body: http.brandBody,
  answer: http.brandSettings,
  errors: ['PLAN_REQUIRED'],
})
/** Replaces the logo. Accepts a form with one field `file`. */
export const uploadBrandLogo = route('POST', '/api/settings/studio/logo', {
  accepts: 'form',
  answer: http.brandSettings,
  errors: IMAGE_FORM_ERRORS,
})
/** Removes the logo. Available in every plan. */
export const removeBrandLogo = route('DELETE', '/api/settings/studio/logo', { answer: http.brandSettings })
export const getBrandLogo = route('GET', '/api/settings/studio/logo', {
  query: http.brandLogoQuery,
  answer: 'bytes',
  errors: ['BRAND_LOGO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})
/** Returns the logo to visitors with a link of the studio, even if the link is locked or expired, because these screens show the logo too. */
export const getSharedLogo = route('GET', '/media/share/logo.png', {
  auth: 'share',
  query: http.sharedLogoQuery,
  answer: 'bytes',
  errors: ['BRAND_LOGO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'SHARE_UNAVAILABLE', 'STUDIO_PAGE_NOT_FOUND'],
})
/** Returns the logo for emails of the studio. Needs no authentication, because mail programs send neither a session nor the token of a link. */
export const getStudioLogo = route('GET', '/media/studios/:id/logo.png', {
  auth: 'open',
  query: http.brandLogoQuery,
  answer: 'bytes',
  errors: ['BRAND_LOGO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})

/** Returns the domain settings. Available in every plan, because a downgrade does not delete them. */
export const getDomain = route('GET', '/api/settings/domain', { answer: http.domainSettings })
/** Sets the custom domain of the caller. It replaces the previous domain. */
export const setDomain = route('POST', '/api/settings/domain', {
  body: http.domainBody,
  answer: http.domainSettings,
  errors: ['PLAN_REQUIRED'],
})
/** Looks up the CNAME and TXT records of the domain now. */
export const verifyDomain = route('POST', '/api/settings/domain/verify', {
  answer: http.domainSettings,
  errors: ['DOMAIN_NOT_FOUND', 'PLAN_REQUIRED', 'TOO_MANY_REQUESTS'],
})
/** Removes the domain. Available in every plan. */
export const removeDomain = route('DELETE', '/api/settings/domain', { answer: http.domainSettings })

export const getStudioPage = route('GET', '/api/settings/studio-page', { answer: http.studioPageSettings })
/** Updates the studio page. Omitted fields do not change. */
export const updateStudioPage = route('PATCH', '/api/settings/studio-page', {
  audited: true,
  body: http.studioPageBody,
  answer: http.studioPageSettings,
  errors: ['SHARE_NOT_FOUND', 'SLUG_TAKEN'],
})
/** Returns the studio page to visitors (rule 158). */
export const getPublicStudioPage = route('GET', '/api/studio-page', {
  auth: 'share',
  query: http.studioPageQuery,
  answer: http.publicStudioPage,
  errors: ['STUDIO_PAGE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

/** Returns the watermark settings. Available in every plan (S-WMA-01). */
export const getWatermark = route('GET', '/api/settings/watermark', { answer: http.watermarkSettings })
/** Replaces the watermark image. Accepts a form with one field `file` (S-WMA-02). */
export const uploadWatermark = route('POST', '/api/settings/watermark', {
  accepts: 'form',
  answer: http.watermarkSettings,
  errors: IMAGE_FORM_ERRORS,
})
/** Updates the watermark settings. Omitted fields do not change (S-WMA-03). */
export const updateWatermark = route('PATCH', '/api/settings/watermark', {
  body: http.watermarkPatch,
  answer: http.watermarkSettings,
  errors: ['PLAN_REQUIRED'],
})
/** Removes the watermark image, but not the settings. Available in every plan (S-WMA-04). */
export const removeWatermark = route('DELETE', '/api/settings/watermark', { answer: http.removedWatermark })
/** Returns the watermark image, to which `previewUrl` refers. */
export const getWatermarkImage = route('GET', '/api/settings/watermark/image', {
  query: http.watermarkPreviewQuery,
  answer: 'bytes',
  errors: ['RANGE_NOT_SATISFIABLE', 'WATERMARK_NOT_FOUND'],
})
/** Returns a preview of a photo of the caller with the watermark (L-MEDIA-04). */
export const getWatermarked = route('GET', '/media/watermarked/:size/:file', {
  answer: 'bytes',
  errors: ['PHOTO_NOT_FOUND', 'PLAN_REQUIRED', 'RANGE_NOT_SATISFIABLE', 'WATERMARK_NOT_FOUND', 'WATERMARK_UNAVAILABLE'],
})
