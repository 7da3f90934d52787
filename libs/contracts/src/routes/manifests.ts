import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { route } from './route.ts'

const ERRORS: (keyof typeof errors)[] = [
  'DOWNLOADS_OFF',
  'PASSWORD_REQUIRED',
  'SHARE_GONE',
  'SHARE_UNAVAILABLE',
  'SIZE_NOT_OFFERED',
  'UNAVAILABLE',
  'WATERMARK_UNAVAILABLE',
]

/** What a visitor compares her copy with: nothing of hers is sent (rules 132, 134). */
export const getGalleryManifest = route('GET', '/api/shares/public/:token/manifest', {
  auth: 'share',
  query: http.manifestQuery,
  answer: http.galleryManifest,
  errors: ERRORS,
})
/** The same as `sha256sum -c` takes it. */
export const getGalleryChecksums = route('GET', '/api/shares/public/:token/sha256sums', {
  auth: 'share',
  query: http.manifestQuery,
  answer: 'bytes',
  errors: ['ARCHIVE_PREPARING', ...ERRORS],
})
