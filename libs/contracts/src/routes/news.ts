import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { route } from './route.ts'

const ERRORS: (keyof typeof errors)[] = ['PASSWORD_REQUIRED', 'SHARE_GONE', 'SHARE_UNAVAILABLE']

/** What came into a gallery since this visitor was here last, and what was corrected (rules 119, 120). */
export const getGalleryNews = route('GET', '/api/shares/public/:token/news', {
  auth: 'share',
  answer: http.galleryNews,
  errors: ERRORS,
})
/** All of it, up to a mark that was answered, counts as seen. */
export const markNewsSeen = route('POST', '/api/shares/public/:token/news/seen', {
  duringMaintenance: true,
  auth: 'share',
  body: http.seenBody,
  answer: http.galleryNews,
  errors: ERRORS,
})
