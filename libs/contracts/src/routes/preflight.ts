import * as http from '../http/index.ts'
import { route } from '../route.ts'

/** What to know of a link before it is sent to somebody (rule 145). */
export const checkShare = route('GET', '/api/shares/:id/preflight', {
  auth: 'session',
  answer: http.preflight,
  errors: ['SHARE_NOT_FOUND'],
})
/** The same of one that is not saved yet; changes nothing. */
export const checkNewShare = route('POST', '/api/shares/preflight', {
  duringMaintenance: true,
  auth: 'session',
  body: http.preflightBody,
  answer: http.preflight,
  errors: ['ALBUM_NOT_FOUND', 'SHARE_NOT_FOUND'],
})
