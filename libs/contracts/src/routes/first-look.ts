import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { route } from '../route.ts'

const ERRORS: (keyof typeof errors)[] = ['FIRST_LOOK_OVER', 'PASSWORD_REQUIRED', 'SHARE_GONE', 'SHARE_UNAVAILABLE']

/** Of a gallery of which more photos are coming (rules 128, 129). */
export const getGalleryFirstLook = route('GET', '/api/shares/public/:token/first-look', {
  auth: 'share',
  answer: http.galleryFirstLook,
  errors: ERRORS,
})
/** One mail goes there when the gallery is complete. The answer does not tell whether the address was known. */
export const awaitGallery = route('POST', '/api/shares/public/:token/first-look', {
  auth: 'share',
  body: http.awaitBody,
  answer: http.success,
  errors: [...ERRORS, 'FIRST_LOOK_FULL', 'MAIL_OFF', 'TOO_MANY_REQUESTS'],
})

/** The owner's side. */
export const getShareFirstLook = route('GET', '/api/shares/:id/first-look', {
  auth: 'session',
  answer: http.shareFirstLook,
  errors: ['SHARE_NOT_FOUND'],
})
export const removeWaiting = route('DELETE', '/api/shares/:id/first-look/:waiting', {
  auth: 'session',
  audited: true,
  answer: http.success,
  errors: ['SHARE_NOT_FOUND', 'WAITING_NOT_FOUND'],
})
/** Visitors no longer read that more is coming, and who left an address gets one mail. Once: another call changes nothing. */
export const completeShare = route('POST', '/api/shares/:id/complete', {
  auth: 'session',
  audited: true,
  answer: http.completedShare,
  errors: ['CONFLICT', 'SHARE_NOT_FOUND'],
})
