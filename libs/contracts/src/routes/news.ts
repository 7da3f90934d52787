import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { route } from './route.ts'

const ERRORS: (keyof typeof errors)[] = ['PASSWORD_REQUIRED', 'SHARE_GONE', 'SHARE_UNAVAILABLE']

/** Images added or replaced since the last visit of this visitor (rules 119, 120). */
export const getGalleryNews = route('GET', '/api/shares/public/:token/news', {
  auth: 'share',
  answer: http.galleryNews,
  errors: ERRORS,
})
/** Marks all images up to the given mark as seen. */
export const markNewsSeen = route('POST', '/api/shares/public/:token/news/seen', {
  duringMaintenance: true,
  auth: 'share',
  body: http.seenBody,
  answer: http.galleryNews,
  errors: ERRORS,
})
