import { z } from 'zod'
import * as http from '../http/index.ts'
import { MB } from '../limits.ts'
import { route } from '../route.ts'

/** rule 18. */
export const listImages = route('GET', '/api/images', {
  auth: 'session',
  query: http.imageQuery,
  answer: http.imageList,
})
/** L-API-07: a form with one field `file`, streamed; `Idempotency-Key` and `Upload-Offset` let it go on after a break. */
export const uploadImage = route('POST', '/api/images', {
  auth: 'session',
  accepts: 'form',
  answer: http.image,
  status: 201,
  location: ({ answer: { id } }) => `/api/images/${id}`,
  errors: [
    'EMPTY_FILE',
    'FILE_TOO_LARGE',
    'IMAGE_UNREADABLE',
    'QUOTA_EXCEEDED',
    'STORAGE_FULL',
    'SUBSCRIPTION_PENDING',
    'UNSUPPORTED_FILE',
    'UPLOAD_OFFSET',
  ],
})
/** Which of these files the library has already, by content. */
export const findKnownImages = route('POST', '/api/images/known', {
  duringMaintenance: true,
  auth: 'session',
  body: http.knownImagesBody,
  answer: http.knownImages,
})
export const listImageFacets = route('GET', '/api/images/facets', { auth: 'session', answer: http.imageFacets })
export const getImage = route('GET', '/api/images/:id', {
  auth: 'session',
  answer: http.image,
  errors: ['PHOTO_NOT_FOUND'],
})
export const updateImage = route('PATCH', '/api/images/:id', {
  auth: 'session',
  body: http.imagePatch,
  answer: http.image,
  errors: ['PHOTO_NOT_FOUND'],
})
/** Many at once, all or none of them. */
export const deleteImages = route('DELETE', '/api/images', {
  auth: 'session',
  body: http.imageIdsBody,
  bodyLimit: MB,
  answer: http.success,
  errors: ['PHOTO_NOT_FOUND'],
})
export const deleteImage = route('DELETE', '/api/images/:id', {
  auth: 'session',
  answer: http.success,
  errors: ['PHOTO_NOT_FOUND'],
})
/** What could not be processed is tried again; whatever else is chosen with it is left alone. */
export const retryImages = route('POST', '/api/images/retry', {
  auth: 'session',
  body: http.imageIdsBody,
  bodyLimit: MB,
  answer: http.success,
  errors: ['PHOTO_NOT_FOUND'],
})
export const retryImage = route('POST', '/api/images/:id/retry', {
  auth: 'session',
  answer: http.image,
  errors: ['PHOTO_NOT_FOUND'],
})
/** How an upload with this Idempotency-Key goes on after its connection broke. */
export const getUpload = route('GET', '/api/uploads/:key', { auth: 'session', answer: http.uploadProgress })

export const listImageTags = route('GET', '/api/images/:id/tags', {
  auth: 'session',
  answer: z.array(http.tag),
  errors: ['PHOTO_NOT_FOUND'],
})
export const addImageTag = route('POST', '/api/images/:id/tags', {
  auth: 'session',
  body: http.tagIdBody,
  answer: http.imageTagsAnswer,
  errors: ['PHOTO_NOT_FOUND', 'TAG_NOT_FOUND'],
})
export const removeImageTag = route('DELETE', '/api/images/:id/tags/:tagId', {
  auth: 'session',
  answer: http.imageTagsAnswer,
  errors: ['PHOTO_NOT_FOUND', 'TAG_NOT_FOUND'],
})

export const listTags = route('GET', '/api/tags', { auth: 'session', answer: z.array(http.tag) })
export const createTag = route('POST', '/api/tags', {
  auth: 'session',
  body: http.tagBody,
  answer: http.tag,
  status: 201,
  location: ({ answer: { id } }) => `/api/tags/${id}`,
})
/** rule 24: adds, never replaces. */
export const applyTags = route('POST', '/api/tags/apply', {
  auth: 'session',
  body: http.applyTagsBody,
  bodyLimit: MB,
  answer: http.appliedAnswer,
  errors: ['PHOTO_NOT_FOUND', 'TAG_NOT_FOUND'],
})
export const getTag = route('GET', '/api/tags/:id', {
  auth: 'session',
  answer: http.tag,
  errors: ['TAG_NOT_FOUND'],
})
export const renameTag = route('PATCH', '/api/tags/:id', {
  auth: 'session',
  body: http.tagBody,
  answer: http.tag,
  errors: ['TAG_NOT_FOUND', 'TAG_EXISTS'],
})
export const deleteTag = route('DELETE', '/api/tags/:id', {
  auth: 'session',
  answer: http.success,
  errors: ['TAG_NOT_FOUND'],
})

/** L-MEDIA-01. */
export const getVariant = route('GET', '/media/variants/:size/:file', {
  auth: 'session',
  scope: 'read',
  answer: 'bytes',
  errors: ['PHOTO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})
/** L-MEDIA-02. */
export const getOriginal = route('GET', '/media/originals/:file', {
  auth: 'session',
  scope: 'read',
  query: http.downloadQuery,
  answer: 'bytes',
  errors: ['PHOTO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})
/** All the pixels there are of a photo, as a picture that browsers show: for who looks at it closely. */
export const getFullSize = route('GET', '/media/full/:file', {
  auth: 'session',
  scope: 'read',
  answer: 'bytes',
  errors: ['PHOTO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})
