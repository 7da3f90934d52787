import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { route } from './route.ts'

const COMMENT_ERRORS: (keyof typeof errors)[] = ['COMMENTS_OFF', 'PASSWORD_REQUIRED', 'SHARE_GONE', 'SHARE_UNAVAILABLE']
const OWN_COMMENT_ERRORS: (keyof typeof errors)[] = [...COMMENT_ERRORS, 'COMMENT_NOT_FOUND', 'TOO_MANY_REQUESTS']

/** Returns the photos that have comments which this visitor may see (rule 106). */
export const getGalleryComments = route('GET', '/api/shares/public/:token/comments', {
  auth: 'share',
  answer: http.galleryComments,
  errors: COMMENT_ERRORS,
})
export const getImageComments = route('GET', '/api/shares/public/:token/comments/images/:image', {
  auth: 'share',
  answer: http.imageComments,
  errors: COMMENT_ERRORS,
})
/** Starts a thread or answers in a thread. A visitor's first comment must include a name; the response sets a cookie for this link. */
export const writeComment = route('POST', '/api/shares/public/:token/comments', {
  auth: 'share',
  body: http.commentBody,
  answer: http.imageComments,
  status: 201,
  location: ({ params: { token }, body }) => `/api/shares/public/${token}/comments/images/${body.image_id}`,
  errors: [...OWN_COMMENT_ERRORS, 'COMMENTS_FULL', 'PHOTO_NOT_FOUND', 'PICK_LISTS_FULL'],
})
/** Resolves or reopens a thread that this visitor started. */
export const resolveOwnThread = route('POST', '/api/shares/public/:token/comments/threads/:thread', {
  auth: 'share',
  body: http.threadResolvedBody,
  answer: http.imageComments,
  errors: OWN_COMMENT_ERRORS,
})
export const removeOwnComment = route('DELETE', '/api/shares/public/:token/comments/:comment', {
  auth: 'share',
  answer: http.imageComments,
  errors: [...OWN_COMMENT_ERRORS, 'COMMENT_ANSWERED'],
})

/** Returns the comment threads of a link to its owner. */
export const getShareComments = route('GET', '/api/shares/:id/comments', {
  query: http.commentsQuery,
  answer: http.shareComments,
  errors: ['SHARE_NOT_FOUND'],
})
export const answerComment = route('POST', '/api/shares/:id/comments/threads/:thread/answers', {
  body: http.commentAnswerBody,
  answer: http.success,
  errors: ['COMMENT_NOT_FOUND', 'COMMENTS_FULL', 'SHARE_NOT_FOUND'],
})
export const resolveThread = route('POST', '/api/shares/:id/comments/threads/:thread', {
  body: http.threadResolvedBody,
  answer: http.success,
  errors: ['COMMENT_NOT_FOUND', 'SHARE_NOT_FOUND'],
})
/** If the comment is the first of its thread, the whole thread is removed. */
export const removeComment = route('DELETE', '/api/shares/:id/comments/:comment', {
  audited: true,
  answer: http.success,
  errors: ['COMMENT_NOT_FOUND', 'SHARE_NOT_FOUND'],
})
