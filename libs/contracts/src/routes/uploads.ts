import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { route } from './route.ts'

const UPLOAD_PAGE_ERRORS: (keyof typeof errors)[] = ['PASSWORD_REQUIRED', 'SHARE_GONE', 'SHARE_UNAVAILABLE']
const GUEST_ERRORS: (keyof typeof errors)[] = [...UPLOAD_PAGE_ERRORS, 'GUEST_UNKNOWN', 'RECEIVED_NOT_FOUND']

/** Returns the upload page of a link to guests (rule 149). */
export const getUploadPage = route('GET', '/api/upload-links/public/:token', {
  auth: 'share',
  answer: http.uploadPage,
  errors: UPLOAD_PAGE_ERRORS,
})
/** Checks the password. The response sets a cookie, which opens the upload page. */
export const unlockUploadPage = route('POST', '/api/upload-links/public/:token/unlock', {
  duringMaintenance: true,
  auth: 'share',
  body: http.unlockBody,
  answer: http.success,
  errors: [...UPLOAD_PAGE_ERRORS, 'TOO_MANY_REQUESTS'],
})
/** Registers a guest. The response sets a cookie for this link, which identifies the guest. */
export const nameUploadGuest = route('POST', '/api/upload-links/public/:token/guest', {
  auth: 'share',
  body: http.guestNameBody,
  answer: http.guestName,
  errors: [...UPLOAD_PAGE_ERRORS, 'TOO_MANY_REQUESTS', 'UPLOAD_GUESTS_FULL'],
})
/** Returns the files that this guest sent. */
export const listSentFiles = route('GET', '/api/upload-links/public/:token/files', {
  auth: 'share',
  answer: http.sentFiles,
  errors: UPLOAD_PAGE_ERRORS,
})
/** Accepts a streamed form with one field `file`. An interrupted upload can be resumed as in POST /api/images. */
export const sendFile = route('POST', '/api/upload-links/public/:token/files', {
  auth: 'share',
  accepts: 'form',
  answer: http.sentFile,
  status: 201,
  location: ({ answer: { id }, params: { token } }) => `/api/upload-links/public/${token}/files/${id}`,
  errors: [
    ...GUEST_ERRORS,
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
/** Returns the state of an interrupted upload. `key`: the Idempotency-Key of the upload. */
export const getSendingFile = route('GET', '/api/upload-links/public/:token/sending/:key', {
  auth: 'share',
  answer: http.sentProgress,
  errors: GUEST_ERRORS,
})
export const getSentFile = route('GET', '/api/upload-links/public/:token/files/:file', {
  auth: 'share',
  answer: http.sentFile,
  errors: GUEST_ERRORS,
})
/** Withdraws a file that waits for approval. Fails with CONFLICT if the owner has already accepted or declined the file. */
export const withdrawFile = route('DELETE', '/api/upload-links/public/:token/files/:file', {
  auth: 'share',
  answer: http.success,
  errors: [...GUEST_ERRORS, 'CONFLICT'],
})
/** Returns a preview of a file that this guest sent. */
export const getSentPicture = route('GET', '/api/upload-links/public/:token/files/:file/picture', {
  auth: 'share',
  answer: 'bytes',
  errors: [...GUEST_ERRORS, 'RANGE_NOT_SATISFIABLE'],
})

/** Returns the upload links of an album to its owner. */
export const listUploadLinks = route('GET', '/api/albums/:id/upload-links', {
  answer: http.uploadLinks,
  errors: ['ALBUM_NOT_FOUND'],
})
export const createUploadLink = route('POST', '/api/albums/:id/upload-links', {
  audited: true,
  body: http.uploadLinkBody,
  answer: http.uploadLink,
  status: 201,
  location: ({ answer: { id } }) => `/api/upload-links/${id}`,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED', 'SECTION_NOT_FOUND', 'UPLOAD_LINKS_FULL'],
})
export const getUploadLink = route('GET', '/api/upload-links/:id', {
  answer: http.uploadLink,
  errors: ['UPLOAD_LINK_NOT_FOUND'],
})
export const updateUploadLink = route('PATCH', '/api/upload-links/:id', {
  body: http.uploadLinkPatch,
  answer: http.uploadLink,
  errors: ['SECTION_NOT_FOUND', 'UPLOAD_LINK_NOT_FOUND'],
})
export const closeUploadLink = route('POST', '/api/upload-links/:id/revoke', {
  audited: true,
  answer: http.uploadLinkClosed,
  errors: ['UPLOAD_LINK_NOT_FOUND'],
})
export const openUploadLink = route('POST', '/api/upload-links/:id/reinstate', {
  audited: true,
  answer: http.uploadLinkClosed,
  errors: ['UPLOAD_LINK_NOT_FOUND'],
})
/** Deletes the link permanently. Received files stay. */
export const deleteUploadLink = route('DELETE', '/api/upload-links/:id', {
  audited: true,
  answer: http.success,
  errors: ['UPLOAD_LINK_NOT_FOUND'],
})
/** Returns the guest files that wait for approval (rule 151). */
export const listReceived = route('GET', '/api/albums/:id/received', {
  query: http.receivedQuery,
  answer: http.receivedImages,
  errors: ['ALBUM_NOT_FOUND'],
})
export const acceptReceived = route('POST', '/api/albums/:id/received/accept', {
  body: http.decisionBody,
  answer: http.acceptResult,
  errors: ['ALBUM_NOT_FOUND'],
})
/** Deletes pending files permanently. */
export const refuseReceived = route('POST', '/api/albums/:id/received/refuse', {
  audited: true,
  body: http.decisionBody,
  answer: http.rejectResult,
  errors: ['ALBUM_NOT_FOUND'],
})
/** Returns a preview of a guest file to the owner of the album. `file`: sm.jpg, md.jpg or lg.jpg. */
export const getReceivedPicture = route('GET', '/media/received/:id/:file', {
  scope: 'read',
  answer: 'bytes',
  errors: ['RANGE_NOT_SATISFIABLE', 'RECEIVED_NOT_FOUND'],
})
