import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { route } from './route.ts'

const PICK_ERRORS: (keyof typeof errors)[] = ['PASSWORD_REQUIRED', 'PICKS_OFF', 'SHARE_GONE', 'SHARE_UNAVAILABLE']
const OWN_PICK_ERRORS: (keyof typeof errors)[] = [...PICK_ERRORS, 'PICK_LIST_NOT_FOUND', 'TOO_MANY_REQUESTS']

/** Returns the pick list that the cookie of this browser identifies (rules 101 to 104). */
export const getOwnPicks = route('GET', '/api/shares/public/:token/picks', {
  auth: 'share',
  query: http.picksQuery,
  answer: http.ownPicks,
  errors: PICK_ERRORS,
})
/** Creates a pick list. The response sets a cookie for this link, which identifies the list. */
export const beginPicks = route('POST', '/api/shares/public/:token/picks', {
  auth: 'share',
  body: http.picksBody,
  answer: http.ownPicks,
  status: 201,
  location: ({ params: { token } }) => `/api/shares/public/${token}/picks`,
  errors: [...PICK_ERRORS, 'PICK_LISTS_FULL', 'TOO_MANY_REQUESTS'],
})
export const changePicks = route('POST', '/api/shares/public/:token/picks/changes', {
  auth: 'share',
  body: http.pickChangesBody,
  bodyLimit: 256 * 1024,
  answer: http.ownPicks,
  errors: [...OWN_PICK_ERRORS, 'PICKS_SENT'],
})
/** Sends the list to the photographer and locks it. */
export const sendPicks = route('POST', '/api/shares/public/:token/picks/send', {
  auth: 'share',
  body: http.sendPicksBody,
  answer: http.ownPicks,
  errors: [...OWN_PICK_ERRORS, 'PICKS_INCOMPLETE'],
})

/** Returns the pick lists of a link to its owner. */
export const getSharePicks = route('GET', '/api/shares/:id/picks', {
  answer: http.sharePicks,
  errors: ['SHARE_NOT_FOUND'],
})
export const listPickedImages = route('GET', '/api/shares/:id/picks/images', {
  query: http.pickedImagesQuery,
  answer: http.pickedImages,
  errors: ['PICK_LIST_NOT_FOUND', 'SHARE_NOT_FOUND'],
})
/** Returns the picks of an album, from all of its links. */
export const getAlbumPicks = route('GET', '/api/albums/:id/picks', {
  query: http.albumPicksQuery,
  answer: http.albumPicks,
  errors: ['ALBUM_NOT_FOUND'],
})
export const exportPicks = route('GET', '/api/shares/:id/picks/export', {
  query: http.pickExportQuery,
  answer: 'bytes',
  errors: ['PICK_LIST_NOT_FOUND', 'SHARE_NOT_FOUND'],
})
export const reopenPicks = route('POST', '/api/shares/:id/picks/:list/reopen', {
  audited: true,
  answer: http.success,
  errors: ['PICK_LIST_NOT_FOUND', 'SHARE_NOT_FOUND'],
})
export const removePicks = route('DELETE', '/api/shares/:id/picks/:list', {
  audited: true,
  answer: http.success,
  errors: ['PICK_LIST_NOT_FOUND', 'SHARE_NOT_FOUND'],
})
