import { z } from 'zod'
import * as http from '../http/index.ts'
import { MB } from '../rules/limits.ts'
import { route } from './route.ts'

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

/** As POST /api/images, for a photo that is there: the file takes the place of its own when it is processed (rule 110). */
export const replaceFile = route('POST', '/api/images/:id/file', {
  auth: 'session',
  accepts: 'form',
  answer: http.replacedImage,
  errors: [
    'EMPTY_FILE',
    'FILE_TOO_LARGE',
    'IMAGE_UNREADABLE',
    'PHOTO_NOT_FOUND',
    'QUOTA_EXCEEDED',
    'STORAGE_FULL',
    'SUBSCRIPTION_PENDING',
    'UNSUPPORTED_FILE',
    'UPLOAD_OFFSET',
  ],
})
export const getEarlierVersion = route('GET', '/api/images/:id/earlier', {
  auth: 'session',
  answer: http.earlierVersion,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
/** The two change places (rule 111). */
export const restoreEarlierVersion = route('POST', '/api/images/:id/earlier/restore', {
  auth: 'session',
  answer: http.image,
  errors: ['CONFLICT', 'EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
/** For ever. */
export const removeEarlier = route('DELETE', '/api/images/:id/earlier', {
  auth: 'session',
  answer: http.image,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
/** For its owner alone; `file`: sm.jpg, md.jpg, lg.jpg or original. */
export const getEarlierFile = route('GET', '/media/earlier/:id/:file', {
  auth: 'session',
  scope: 'read',
  answer: 'bytes',
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})

/** What was deleted lately, the last first (rule 25). */
export const listTrash = route('GET', '/api/trash', {
  auth: 'session',
  query: http.trashQuery,
  answer: http.trashList,
})
/** What is there no more is left out, so that a call may be made twice. Either all the rest comes back, or nothing. */
export const restoreTrash = route('POST', '/api/trash/restore', {
  auth: 'session',
  body: http.trashIds,
  bodyLimit: MB,
  answer: http.restoredTrash,
  errors: ['ALBUM_LIMIT', 'CONFLICT', 'QUOTA_EXCEEDED'],
})
/** Everything the caller has here as one ZIP, which can be gone on with where it broke (rule 84). */
export const exportLibrary = route('GET', '/api/export', {
  auth: 'session',
  audited: true,
  answer: 'bytes',
  errors: ['RANGE_NOT_SATISFIABLE', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
})
/** For ever. */
export const purgeTrash = route('DELETE', '/api/trash', {
  auth: 'session',
  body: http.purgeTrashBody,
  bodyLimit: MB,
  answer: http.success,
})
/** A variant of a photo in the trash: for its owner's session alone, kept by nobody. */
export const getTrashed = route('GET', '/media/trash/:size/:file', {
  auth: 'session',
  answer: 'bytes',
  errors: ['PHOTO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})
