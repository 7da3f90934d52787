import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { route } from './route.ts'

const NEWS_ERRORS: (keyof typeof errors)[] = ['PASSWORD_REQUIRED', 'SHARE_GONE', 'SHARE_UNAVAILABLE']

/** Returns the images that were added or replaced since the last visit of this visitor (rules 119, 120). */
export const getGalleryNews = route('GET', '/api/shares/public/:token/news', {
  auth: 'share',
  answer: http.galleryNews,
  errors: NEWS_ERRORS,
})
/** Marks all images up to the given mark as seen. */
export const markNewsSeen = route('POST', '/api/shares/public/:token/news/seen', {
  duringMaintenance: true,
  auth: 'share',
  body: http.newsSeenBody,
  answer: http.galleryNews,
  errors: NEWS_ERRORS,
})

const MANIFEST_ERRORS: (keyof typeof errors)[] = [
  'DOWNLOADS_OFF',
  'PASSWORD_REQUIRED',
  'SHARE_GONE',
  'SHARE_UNAVAILABLE',
  'SIZE_NOT_OFFERED',
  'UNAVAILABLE',
  'WATERMARK_UNAVAILABLE',
]

/** Returns the checksums with which a visitor's browser verifies a download. The browser does not report the result (rules 132, 134). */
export const getGalleryManifest = route('GET', '/api/shares/public/:token/manifest', {
  auth: 'share',
  query: http.manifestQuery,
  answer: http.galleryManifest,
  errors: MANIFEST_ERRORS,
})
/** Returns the checksums of `getGalleryManifest` in the format of `sha256sum -c`. */
export const getGalleryChecksums = route('GET', '/api/shares/public/:token/sha256sums', {
  auth: 'share',
  query: http.manifestQuery,
  answer: 'bytes',
  errors: ['ARCHIVE_PREPARING', ...MANIFEST_ERRORS],
})

/** Returns which emails an unsubscribe link turns off, even if the gallery was deleted. */
export const getVisitorMails = route('GET', '/api/gallery-mails', {
  auth: 'share',
  query: http.visitorMailsQuery,
  answer: http.visitorMails,
  errors: ['MAIL_LINK_GONE'],
})
/** One-click unsubscribe (RFC 8058). The body is ignored. */
export const stopVisitorMails = route('POST', '/api/gallery-mails/unsubscribe', {
  auth: 'share',
  // Mail programs send a form instead of JSON (RFC 8058).
  accepts: 'ignored',
  query: http.stopMailsQuery,
  answer: http.success,
  errors: ['MAIL_LINK_GONE'],
})
/** Redirects to a page that asks for confirmation. Some mail programs open the List-Unsubscribe address with GET. */
export const openVisitorMails = route('GET', '/api/gallery-mails/unsubscribe', {
  auth: 'share',
  query: http.visitorMailsQuery,
  answer: 'bytes',
})

const VISITOR_ERRORS: (keyof typeof errors)[] = [
  ...(['PASSWORD_REQUIRED', 'SHARE_GONE', 'SHARE_UNAVAILABLE', 'VISITOR_UNKNOWN'] as const),
]

/** Returns the key with which this visitor can continue on another device (rules 102 and 107). */
export const getVisitorKey = route('POST', '/api/shares/public/:token/visitor/key', {
  auth: 'share',
  answer: http.visitorKey,
  errors: VISITOR_ERRORS,
})
/** Emails the personal link to an address. The response does not reveal whether an email was sent. */
export const mailVisitorLink = route('POST', '/api/shares/public/:token/visitor/mail', {
  auth: 'share',
  body: http.mailLinkBody,
  answer: http.success,
  errors: [...VISITOR_ERRORS, 'MAIL_OFF', 'TOO_MANY_REQUESTS'],
})
/** Opens a personal link. The response sets the cookie that identifies the visitor in this browser. */
export const openVisitor = route('POST', '/api/shares/public/:token/visitor/open', {
  duringMaintenance: true,
  auth: 'share',
  body: http.visitorKeyBody,
  answer: http.namedVisitor,
  errors: VISITOR_ERRORS,
})
/** Deletes the cookie that identifies the visitor in this browser. The pick list and the comments stay. */
export const leaveVisitor = route('POST', '/api/shares/public/:token/visitor/leave', {
  duringMaintenance: true,
  auth: 'share',
  answer: http.success,
})
