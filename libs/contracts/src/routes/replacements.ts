import * as http from '../http/index.ts'
import { route } from '../route.ts'

/** As POST /api/images, for a photo that is there: the file takes the place of its own when it is processed (rule 110). */
export const replaceFile = route('POST', '/api/images/:id/file', {
  auth: 'session',
  accepts: 'form',
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
})
export const getEarlierVersion = route('GET', '/api/images/:id/earlier', {
  auth: 'session',
  answer: http.earlierVersion,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
/** The two change places (rule 111). */
export const bringBackEarlier = route('POST', '/api/images/:id/earlier/restore', {
  auth: 'session',
  answer: http.image,
  errors: ['CONFLICT', 'EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
/** For ever. */
export const removeEarlier = route('DELETE', '/api/images/:id/earlier', {
  auth: 'session',
  answer: http.image,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
/** For its owner alone; `file`: sm.jpg, md.jpg, lg.jpg or original. */
export const getEarlierFile = route('GET', '/media/earlier/:id/:file', {
  auth: 'session',
  scope: 'read',
  answer: 'bytes',
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})
