import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { route } from './route.ts'

const ERRORS: (keyof typeof errors)[] = ['PASSWORD_REQUIRED', 'PICKS_OFF', 'SHARE_GONE', 'SHARE_UNAVAILABLE']
const OWN: (keyof typeof errors)[] = [...ERRORS, 'PICK_LIST_NOT_FOUND', 'TOO_MANY_REQUESTS']

/** Pick list of this browser (rules 101 to 104). */
export const getOwnPicks = route('GET', '/api/shares/public/:token/picks', {
  auth: 'share',
  query: http.picksQuery,
  answer: http.ownPicks,
  errors: ERRORS,
})
/** Creates a list and sets a cookie for this link that identifies it. */
export const beginPicks = route('POST', '/api/shares/public/:token/picks', {
  auth: 'share',
  body: http.picksBody,
  answer: http.ownPicks,
  status: 201,
  location: ({ params: { token } }) => `/api/shares/public/${token}/picks`,
  errors: [...ERRORS, 'PICK_LISTS_FULL', 'TOO_MANY_REQUESTS'],
})
export const changePicks = route('POST', '/api/shares/public/:token/picks/changes', {
  auth: 'share',
  body: http.changesBody,
  bodyLimit: 256 * 1024,
  answer: http.ownPicks,
  errors: [...OWN, 'PICKS_SENT'],
})
/** Locks the list. */
export const sendPicks = route('POST', '/api/shares/public/:token/picks/send', {
  auth: 'share',
  body: http.sendBody,
  answer: http.ownPicks,
  errors: [...OWN, 'PICKS_INCOMPLETE'],
})

/** For the owner of the link. */
export const getSharePicks = route('GET', '/api/shares/:id/picks', {
  auth: 'session',
  answer: http.sharePicks,
  errors: ['SHARE_NOT_FOUND'],
})
export const listPickedImages = route('GET', '/api/shares/:id/picks/images', {
  auth: 'session',
  query: http.pickedQuery,
  answer: http.pickedImages,
  errors: ['PICK_LIST_NOT_FOUND', 'SHARE_NOT_FOUND'],
})
/** Across all links of an album. */
export const getAlbumPicks = route('GET', '/api/albums/:id/picks', {
  auth: 'session',
  query: http.albumPicksQuery,
  answer: http.albumPicks,
  errors: ['ALBUM_NOT_FOUND'],
})
export const exportPicks = route('GET', '/api/shares/:id/picks/export', {
  auth: 'session',
  query: http.pickExportQuery,
  answer: 'bytes',
  errors: ['PICK_LIST_NOT_FOUND', 'SHARE_NOT_FOUND'],
})
export const reopenPicks = route('POST', '/api/shares/:id/picks/:list/reopen', {
  auth: 'session',
  audited: true,
  answer: http.success,
  errors: ['PICK_LIST_NOT_FOUND', 'SHARE_NOT_FOUND'],
})
export const removePicks = route('DELETE', '/api/shares/:id/picks/:list', {
  auth: 'session',
  audited: true,
  answer: http.success,
  errors: ['PICK_LIST_NOT_FOUND', 'SHARE_NOT_FOUND'],
})
