import * as http from '../../http/v1/index.ts'
import { v1 } from './route.ts'

const category = 'Images'

/** As POST /v1/images. */
export const replaceFile = v1('POST', '/v1/images/:id/file', {
  scope: 'write',
  accepts: 'form',
  form: http.replacementForm,
  answer: http.replacedImage,
  errors: [
    'EMPTY_FILE',
    'FILE_TOO_LARGE',
    'IMAGE_UNREADABLE',
    'PHOTO_NOT_FOUND',
    'QUOTA_EXCEEDED',
    'STORAGE_FULL',
    'SUBSCRIPTION_PENDING',
    'UNSUPPORTED_FILE',
    'UPLOAD_OFFSET',
  ],
  doc: {
    id: 'replaceFile',
    category,
    summary: 'Replace the file of an image',
    description:
      'A form with one file, with the same `Idempotency-Key` and `Upload-Offset` headers as POST /v1/images. The image keeps its id, position, texts, tags and links. It shows the previous file until the new one is processed (see `replacement`). One earlier version is retained. The same bytes change nothing.',
  },
})
export const getEarlierVersion = v1('GET', '/v1/images/:id/earlier', {
  scope: 'read',
  answer: http.earlierVersion,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: { id: 'getEarlierVersion', category, summary: 'Retrieve the earlier version of an image' },
})
export const restoreEarlierVersion = v1('POST', '/v1/images/:id/earlier/restore', {
  scope: 'write',
  answer: http.image,
  errors: ['CONFLICT', 'EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: {
    id: 'restoreEarlierVersion',
    category,
    summary: 'Restore the earlier version of an image',
    description: 'Swaps both versions: the current file becomes the earlier version.',
  },
})
export const removeEarlier = v1('DELETE', '/v1/images/:id/earlier', {
  scope: 'delete',
  answer: http.image,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: { id: 'removeEarlier', category, summary: 'Delete the earlier version of an image permanently' },
})
