import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { route } from './route.ts'

/** What the link of a mail to a visitor would turn off. It works as long as her mails can be found, whatever became of the gallery. */
export const getVisitorMails = route('GET', '/api/gallery-mails', {
  auth: 'share',
  query: http.visitorMailsQuery,
  answer: http.visitorMails,
  errors: ['MAIL_LINK_GONE'],
})
/** RFC 8058: a mail program sends this on one click; its body is not looked at. */
export const stopVisitorMails = route('POST', '/api/gallery-mails/unsubscribe', {
  auth: 'share',
  // mail programs send a form (RFC 8058)
  accepts: 'ignored',
  query: http.stopMailsQuery,
  answer: http.success,
  errors: ['MAIL_LINK_GONE'],
})
/** Of mail programs that open the address of List-Unsubscribe: leads to the page that asks before it does anything. */
export const openVisitorMails = route('GET', '/api/gallery-mails/unsubscribe', {
  auth: 'share',
  query: http.visitorMailsQuery,
  answer: 'bytes',
})

const ERRORS: (keyof typeof errors)[] = [
  ...(['PASSWORD_REQUIRED', 'SHARE_GONE', 'SHARE_UNAVAILABLE', 'VISITOR_UNKNOWN'] as const),
]

/** What this browser's visitor, who said her name, is known by on another device (rules 102 and 107). */
export const getVisitorKey = route('POST', '/api/shares/public/:token/visitor/key', {
  auth: 'share',
  answer: http.picksKey,
  errors: ERRORS,
})
/** The same as a link, by mail to where she says; what becomes of the mail is not told. */
export const mailVisitorLink = route('POST', '/api/shares/public/:token/visitor/mail', {
  auth: 'share',
  body: http.mailLinkBody,
  answer: http.success,
  errors: [...ERRORS, 'MAIL_OFF', 'TOO_MANY_REQUESTS'],
})
/** This browser is hers from now on: sets the cookie. */
export const openVisitor = route('POST', '/api/shares/public/:token/visitor/open', {
  duringMaintenance: true,
  auth: 'share',
  body: http.picksKeyBody,
  answer: http.namedVisitor,
  errors: ERRORS,
})
/** This browser is no longer hers; her list and her comments stay. */
export const leaveVisitor = route('POST', '/api/shares/public/:token/visitor/leave', {
  duringMaintenance: true,
  auth: 'share',
  answer: http.success,
})
