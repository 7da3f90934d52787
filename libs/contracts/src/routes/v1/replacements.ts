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
      'A form with one file, as in POST /v1/images, with `Idempotency-Key` and `Upload-Offset` as there. The image keeps its id, its places, its words, tags and links. It shows what it did until the new file is processed (`replacement` says how far it is); the file that it had is kept as its earlier version, one at a time. The same bytes change nothing.',
  },
})
export const getEarlierVersion = v1('GET', '/v1/images/:id/earlier', {
  scope: 'read',
  answer: http.earlierVersion,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: { id: 'getEarlierVersion', category, summary: 'Get what an image was before its file was replaced' },
})
export const bringBackEarlier = v1('POST', '/v1/images/:id/earlier/restore', {
  scope: 'write',
  answer: http.image,
  errors: ['CONFLICT', 'EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: {
    id: 'bringBackEarlier',
    category,
    summary: 'Bring back the earlier version of an image',
    description: 'The two change places: what is shown now is the earlier version then.',
  },
})
export const removeEarlier = v1('DELETE', '/v1/images/:id/earlier', {
  scope: 'delete',
  answer: http.image,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: { id: 'removeEarlier', category, summary: 'Remove the earlier version of an image for good' },
})
