import * as http from '../http/index.ts'
import { KB } from '../limits.ts'
import { route } from '../route.ts'

/** rule 138. */
export const albumCaptureOrder = route('GET', '/api/albums/:id/capture-order', {
  auth: 'session',
  answer: http.albumCaptureOrder,
  errors: ['ALBUM_NOT_FOUND'],
})
export const orderByCapture = route('PATCH', '/api/albums/:id/capture-order', {
  auth: 'session',
  body: http.captureOrderBody,
  bodyLimit: 100 * KB,
  answer: http.albumCaptureOrder,
  errors: ['ALBUM_NOT_FOUND', 'STILL_WORKING'],
})
