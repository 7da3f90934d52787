import * as http from '../../http/v1/index.ts'
import { UPLOAD_ERRORS } from '../route.ts'
import { publicRoutes } from './route.ts'

const v1 = publicRoutes('Images')

/** The upload headers have the same effect as in POST /v1/images. */
export const replaceFile = v1('POST', '/v1/images/:id/file', {
  scope: 'write',
  accepts: 'form',
  form: http.replacementForm,
  answer: http.replacedImage,
  errors: ['PHOTO_NOT_FOUND', ...UPLOAD_ERRORS],
  doc: {
    id: 'replaceFile',
    summary: 'Replace the file of an image',
    description:
      'Send a multipart form with one file. The headers `Idempotency-Key` and `Upload-Offset` work as for POST /v1/images. The image keeps its ID, position, texts, tags and share links. Galleries show the previous file until the new one is processed (see `replacement`). Daymark keeps the previous file as the earlier version and deletes the earlier version that existed before. If the file is identical to the current one, nothing changes.',
  },
})
export const getEarlierVersion = v1('GET', '/v1/images/:id/earlier', {
  scope: 'read',
  answer: http.earlierVersion,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: {
    id: 'getEarlierVersion',
    summary: 'Retrieve the earlier version of an image',
    description: 'The earlier version is the file of the image before its last replacement.',
  },
})
export const restoreEarlierVersion = v1('POST', '/v1/images/:id/earlier/restore', {
  scope: 'write',
  answer: http.image,
  errors: ['CONFLICT', 'EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: {
    id: 'restoreEarlierVersion',
    summary: 'Restore the earlier version of an image',
    description:
      'Exchanges the two versions: the earlier file becomes the current one, and the current file becomes the earlier version.',
  },
})
export const removeEarlier = v1('DELETE', '/v1/images/:id/earlier', {
  scope: 'delete',
  answer: http.image,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: { id: 'removeEarlier', summary: 'Delete the earlier version of an image permanently' },
})
