import * as http from '../http/index.ts'
import { MB } from '../limits.ts'
import { route } from '../route.ts'

/** What was deleted lately, the last first (rule 25). */
export const listTrash = route('GET', '/api/trash', {
  auth: 'session',
  query: http.trashQuery,
  answer: http.trashList,
})
/** What is there no more is left out, so that a call may be made twice. Either all the rest comes back, or nothing. */
export const restoreTrash = route('POST', '/api/trash/restore', {
  auth: 'session',
  body: http.trashIds,
  bodyLimit: MB,
  answer: http.restoredTrash,
  errors: ['ALBUM_LIMIT', 'CONFLICT', 'QUOTA_EXCEEDED'],
})
/** Everything the caller has here as one ZIP, which can be gone on with where it broke (rule 84). */
export const exportLibrary = route('GET', '/api/export', {
  auth: 'session',
  audited: true,
  answer: 'bytes',
  errors: ['RANGE_NOT_SATISFIABLE', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
})
/** For ever. */
export const purgeTrash = route('DELETE', '/api/trash', {
  auth: 'session',
  body: http.purgeTrashBody,
  bodyLimit: MB,
  answer: http.success,
})
/** A variant of a photo in the trash: for its owner's session alone, kept by nobody. */
export const getTrashed = route('GET', '/media/trash/:size/:file', {
  auth: 'session',
  answer: 'bytes',
  errors: ['PHOTO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})
