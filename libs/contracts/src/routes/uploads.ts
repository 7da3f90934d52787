import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { route } from './route.ts'

const ERRORS: (keyof typeof errors)[] = ['PASSWORD_REQUIRED', 'SHARE_GONE', 'SHARE_UNAVAILABLE']
const OWN: (keyof typeof errors)[] = [...ERRORS, 'GUEST_UNKNOWN', 'RECEIVED_NOT_FOUND']

/** The upload link for guests (rule 149). */
export const getUploadPage = route('GET', '/api/upload-links/public/:token', {
  auth: 'share',
  answer: http.uploadPage,
  errors: ERRORS,
})
/** Sets a cookie after the correct password. */
export const unlockUploadPage = route('POST', '/api/upload-links/public/:token/unlock', {
  duringMaintenance: true,
  auth: 'share',
  body: http.unlockBody,
  answer: http.success,
  errors: [...ERRORS, 'TOO_MANY_REQUESTS'],
})
/** Registers a guest by name and sets a cookie for this link. */
export const nameUploadGuest = route('POST', '/api/upload-links/public/:token/guest', {
  auth: 'share',
  body: http.guestNameBody,
  answer: http.guestName,
  errors: [...ERRORS, 'TOO_MANY_REQUESTS', 'UPLOAD_GUESTS_FULL'],
})
/** Files of this guest. */
export const listSentFiles = route('GET', '/api/upload-links/public/:token/files', {
  auth: 'share',
  answer: http.sentFiles,
  errors: ERRORS,
})
/** As POST /api/images: a streamed form with one field `file`, which can be resumed. */
export const sendFile = route('POST', '/api/upload-links/public/:token/files', {
  auth: 'share',
  accepts: 'form',
  answer: http.sentFile,
  status: 201,
  location: ({ answer: { id }, params: { token } }) => `/api/upload-links/public/${token}/files/${id}`,
  errors: [
    ...OWN,
    ...([
      'EMPTY_FILE',
      'FILE_TOO_LARGE',
      'IMAGE_UNREADABLE',
      'STORAGE_FULL',
      'TOO_MANY_REQUESTS',
      'UNSUPPORTED_FILE',
    ] as const),
    ...(['UPLOAD_LINK_FULL', 'UPLOAD_OFFSET'] as const),
  ],
})
/** State of an interrupted upload with this Idempotency-Key. */
export const getSendingFile = route('GET', '/api/upload-links/public/:token/sending/:key', {
  auth: 'share',
  answer: http.sentProgress,
  errors: OWN,
})
export const getSentFile = route('GET', '/api/upload-links/public/:token/files/:file', {
  auth: 'share',
  answer: http.sentFile,
  errors: OWN,
})
/** For pending files only. */
export const withdrawFile = route('DELETE', '/api/upload-links/public/:token/files/:file', {
  auth: 'share',
  answer: http.success,
  errors: [...OWN, 'CONFLICT'],
})
/** Preview of a file of this guest. */
export const getSentPicture = route('GET', '/api/upload-links/public/:token/files/:file/picture', {
  auth: 'share',
  answer: 'bytes',
  errors: [...OWN, 'RANGE_NOT_SATISFIABLE'],
})

/** For the owner of the link. */
export const listUploadLinks = route('GET', '/api/albums/:id/upload-links', {
  auth: 'session',
  answer: http.uploadLinks,
  errors: ['ALBUM_NOT_FOUND'],
})
export const createUploadLink = route('POST', '/api/albums/:id/upload-links', {
  auth: 'session',
  audited: true,
  body: http.uploadLinkBody,
  answer: http.uploadLink,
  status: 201,
  location: ({ answer: { id } }) => `/api/upload-links/${id}`,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED', 'SECTION_NOT_FOUND', 'UPLOAD_LINKS_FULL'],
})
export const getUploadLink = route('GET', '/api/upload-links/:id', {
  auth: 'session',
  answer: http.uploadLink,
  errors: ['UPLOAD_LINK_NOT_FOUND'],
})
export const updateUploadLink = route('PATCH', '/api/upload-links/:id', {
  auth: 'session',
  body: http.uploadLinkPatch,
  answer: http.uploadLink,
  errors: ['SECTION_NOT_FOUND', 'UPLOAD_LINK_NOT_FOUND'],
})
export const closeUploadLink = route('POST', '/api/upload-links/:id/revoke', {
  auth: 'session',
  audited: true,
  answer: http.uploadLinkClosed,
  errors: ['UPLOAD_LINK_NOT_FOUND'],
})
export const openUploadLink = route('POST', '/api/upload-links/:id/reinstate', {
  auth: 'session',
  audited: true,
  answer: http.uploadLinkClosed,
  errors: ['UPLOAD_LINK_NOT_FOUND'],
})
/** Deletes the link permanently. Received files stay. */
export const deleteUploadLink = route('DELETE', '/api/upload-links/:id', {
  auth: 'session',
  audited: true,
  answer: http.success,
  errors: ['UPLOAD_LINK_NOT_FOUND'],
})
/** Files that wait for approval (rule 151). */
export const listReceived = route('GET', '/api/albums/:id/received', {
  auth: 'session',
  query: http.receivedQuery,
  answer: http.receivedImages,
  errors: ['ALBUM_NOT_FOUND'],
})
export const acceptReceived = route('POST', '/api/albums/:id/received/accept', {
  auth: 'session',
  body: http.decisionBody,
  answer: http.accepted,
  errors: ['ALBUM_NOT_FOUND'],
})
/** Deletes pending files permanently. */
export const refuseReceived = route('POST', '/api/albums/:id/received/refuse', {
  auth: 'session',
  audited: true,
  body: http.decisionBody,
  answer: http.refused,
  errors: ['ALBUM_NOT_FOUND'],
})
/** For the owner only. `file`: sm.jpg, md.jpg or lg.jpg. */
export const getReceivedPicture = route('GET', '/media/received/:id/:file', {
  auth: 'session',
  scope: 'read',
  answer: 'bytes',
  errors: ['RANGE_NOT_SATISFIABLE', 'RECEIVED_NOT_FOUND'],
})
