import * as http from '../../http/v1/index.ts'
import { KB } from '../../limits.ts'
import { v1 } from './route.ts'

const category = 'Albums'

export const albumCaptureOrder = v1('GET', '/v1/albums/:id/capture-order', {
  scope: 'read',
  answer: http.albumCaptureOrder,
  errors: ['ALBUM_NOT_FOUND'],
  doc: {
    id: 'getCaptureOrder',
    category,
    summary: 'Read the cameras of an album and how their clocks are put right',
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
    summary: 'Put the images of an album in the order in which they were taken',
    description: 'Within each section, by all cameras together. Clocks belong to this album; files stay as they are.',
  },
})
