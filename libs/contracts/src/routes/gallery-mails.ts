import * as http from '../http/index.ts'
import { route } from '../route.ts'

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
