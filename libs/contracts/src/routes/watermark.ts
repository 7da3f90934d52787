import * as http from '../http/index.ts'
import { route } from './route.ts'

/** S-WMA-01. Available in every plan. */
export const getWatermark = route('GET', '/api/settings/watermark', {
  auth: 'session',
  answer: http.watermarkSettings,
})
/** S-WMA-02: a form with one field `file`, which replaces the image. */
export const uploadWatermark = route('POST', '/api/settings/watermark', {
  auth: 'session',
  accepts: 'form',
  answer: http.watermarkSettings,
  errors: [
    'EMPTY_FILE',
    'FILE_TOO_LARGE',
    'IMAGE_TOO_LARGE',
    'IMAGE_UNREADABLE',
    'PLAN_REQUIRED',
    'STORAGE_FULL',
    'UNSUPPORTED_FILE',
  ],
})
/** S-WMA-03. */
export const updateWatermark = route('PATCH', '/api/settings/watermark', {
  auth: 'session',
  body: http.watermarkPatch,
  answer: http.watermarkSettings,
  errors: ['PLAN_REQUIRED'],
})
/** S-WMA-04. Available in every plan. The settings stay. */
export const removeWatermark = route('DELETE', '/api/settings/watermark', {
  auth: 'session',
  answer: http.removedWatermark,
})
/** Target of `previewUrl`. */
export const getWatermarkImage = route('GET', '/api/settings/watermark/image', {
  auth: 'session',
  query: http.watermarkPreviewQuery,
  answer: 'bytes',
  errors: ['RANGE_NOT_SATISFIABLE', 'WATERMARK_NOT_FOUND'],
})
/** L-MEDIA-04: preview of a photo of the caller with the watermark. */
export const getWatermarked = route('GET', '/media/watermarked/:size/:file', {
  auth: 'session',
  answer: 'bytes',
  errors: ['PHOTO_NOT_FOUND', 'PLAN_REQUIRED', 'RANGE_NOT_SATISFIABLE', 'WATERMARK_NOT_FOUND', 'WATERMARK_UNAVAILABLE'],
})
