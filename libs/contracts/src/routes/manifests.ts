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

/** Checksums against which the browser of a visitor verifies a download. No visitor data is sent (rules 132, 134). */
export const getGalleryManifest = route('GET', '/api/shares/public/:token/manifest', {
  auth: 'share',
  query: http.manifestQuery,
  answer: http.galleryManifest,
  errors: ERRORS,
})
/** The same in the format of `sha256sum -c`. */
export const getGalleryChecksums = route('GET', '/api/shares/public/:token/sha256sums', {
  auth: 'share',
  query: http.manifestQuery,
  answer: 'bytes',
  errors: ['ARCHIVE_PREPARING', ...ERRORS],
})
