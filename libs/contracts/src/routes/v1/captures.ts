import * as http from '../../http/v1/index.ts'
import { KB } from '../../rules/limits.ts'
import { v1 } from './route.ts'

const category = 'Albums'

export const albumCaptureOrder = v1('GET', '/v1/albums/:id/capture-order', {
  scope: 'read',
  answer: http.albumCaptureOrder,
  errors: ['ALBUM_NOT_FOUND'],
  doc: {
    id: 'getCaptureOrder',
    category,
    summary: 'List the cameras of an album and their clock corrections',
  },
})
export const orderByCapture = v1('PATCH', '/v1/albums/:id/capture-order', {
  scope: 'write',
  body: http.captureOrderBody,
  bodyLimit: 100 * KB,
  answer: http.albumCaptureOrder,
  errors: ['ALBUM_NOT_FOUND', 'STILL_WORKING'],
  doc: {
    id: 'orderByCapture',
    category,
    summary: 'Order an album by capture time',
    description:
      'Sorts the images within each section across all cameras. Corrections apply to this album only; files do not change.',
  },
})
