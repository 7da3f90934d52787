import { z } from 'zod'
import * as http from '../http/index.ts'
import { MB } from '../rules/limits.ts'
import { route, UPLOAD_ERRORS } from './route.ts'

/** Returns a page of the images of the caller that match the filters (rule 18). */
export const listImages = route('GET', '/api/images', { query: http.imageQuery, answer: http.imageList })
/**
 * Accepts a streamed form with one field `file` (L-API-07). A client resumes an interrupted upload with the headers `Idempotency-Key` and
 * `Upload-Offset`.
 */
export const uploadImage = route('POST', '/api/images', {
  accepts: 'form',
  answer: http.image,
  status: 201,
  location: ({ answer: { id } }) => `/api/images/${id}`,
  errors: UPLOAD_ERRORS,
})
/** Finds existing images by the SHA-256 of their file. */
export const findKnownImages = route('POST', '/api/images/known', {
  duringMaintenance: true,
  body: http.knownImagesBody,
  answer: http.knownImages,
})
export const listImageFacets = route('GET', '/api/images/facets', { answer: http.imageFacets })
export const getImage = route('GET', '/api/images/:id', { answer: http.image, errors: ['PHOTO_NOT_FOUND'] })
export const updateImage = route('PATCH', '/api/images/:id', {
  body: http.imagePatch,
  answer: http.image,
  errors: ['PHOTO_NOT_FOUND'],
})
/** Deletes all given images or none. */
export const deleteImages = route('DELETE', '/api/images', {
  body: http.imageIdsBody,
  bodyLimit: MB,
  answer: http.success,
  errors: ['PHOTO_NOT_FOUND'],
})
export const deleteImage = route('DELETE', '/api/images/:id', { answer: http.success, errors: ['PHOTO_NOT_FOUND'] })
/** Processes those of the given images again that failed. The remaining images do not change. */
export const retryImages = route('POST', '/api/images/retry', {
  body: http.imageIdsBody,
  bodyLimit: MB,
  answer: http.success,
  errors: ['PHOTO_NOT_FOUND'],
})
export const retryImage = route('POST', '/api/images/:id/retry', { answer: http.image, errors: ['PHOTO_NOT_FOUND'] })
/** Returns the state of an interrupted upload. `key`: the Idempotency-Key of the upload. */
export const getUpload = route('GET', '/api/uploads/:key', { answer: http.uploadProgress })

export const listImageTags = route('GET', '/api/images/:id/tags', {
  answer: z.array(http.tag),
  errors: ['PHOTO_NOT_FOUND'],
})
export const addImageTag = route('POST', '/api/images/:id/tags', {
  body: http.tagIdBody,
  answer: http.imageTagsAnswer,
  errors: ['PHOTO_NOT_FOUND', 'TAG_NOT_FOUND'],
})
export const removeImageTag = route('DELETE', '/api/images/:id/tags/:tagId', {
  answer: http.imageTagsAnswer,
  errors: ['PHOTO_NOT_FOUND', 'TAG_NOT_FOUND'],
})

export const listTags = route('GET', '/api/tags', { answer: z.array(http.tag) })
export const createTag = route('POST', '/api/tags', {
  body: http.tagBody,
  answer: http.tag,
  status: 201,
  location: ({ answer: { id } }) => `/api/tags/${id}`,
})
/** Adds tags to images. Other tags of the images stay (rule 24). */
export const applyTags = route('POST', '/api/tags/apply', {
  body: http.applyTagsBody,
  bodyLimit: MB,
  answer: http.appliedTagsAnswer,
  errors: ['PHOTO_NOT_FOUND', 'TAG_NOT_FOUND'],
})
export const getTag = route('GET', '/api/tags/:id', { answer: http.tag, errors: ['TAG_NOT_FOUND'] })
export const renameTag = route('PATCH', '/api/tags/:id', {
  body: http.tagBody,
  answer: http.tag,
  errors: ['TAG_NOT_FOUND', 'TAG_EXISTS'],
})
export const deleteTag = route('DELETE', '/api/tags/:id', { answer: http.success, errors: ['TAG_NOT_FOUND'] })

/** Returns a variant of an image to its owner (L-MEDIA-01). */
export const getVariant = route('GET', '/media/variants/:size/:file', {
  scope: 'read',
  answer: 'bytes',
  errors: ['PHOTO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})
/** Returns the uploaded file of an image to its owner (L-MEDIA-02). */
export const getOriginal = route('GET', '/media/originals/:file', {
  scope: 'read',
  query: http.downloadQuery,
  answer: 'bytes',
  errors: ['PHOTO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})
/** Returns a photo at full resolution in a format that browsers display. The viewer loads it for zooming. */
export const getFullSize = route('GET', '/media/full/:file', {
  scope: 'read',
  answer: 'bytes',
  errors: ['PHOTO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})

/** Replaces the file of a photo as soon as the new file is processed (rule 110). Accepts the same form and headers as POST /api/images. */
export const replaceFile = route('POST', '/api/images/:id/file', {
  accepts: 'form',
  answer: http.replacedImage,
  errors: ['PHOTO_NOT_FOUND', ...UPLOAD_ERRORS],
})
export const getEarlierVersion = route('GET', '/api/images/:id/earlier', {
  answer: http.earlierVersion,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
/** Swaps the current and the earlier version (rule 111). */
export const restoreEarlierVersion = route('POST', '/api/images/:id/earlier/restore', {
  answer: http.image,
  errors: ['CONFLICT', 'EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
/** Deletes the earlier version permanently. */
export const removeEarlier = route('DELETE', '/api/images/:id/earlier', {
  answer: http.image,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
/** Returns a file of the earlier version of a photo to its owner. `file`: sm.jpg, md.jpg, lg.jpg or original. */
export const getEarlierFile = route('GET', '/media/earlier/:id/:file', {
  scope: 'read',
  answer: 'bytes',
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})

/** Returns deleted items, the most recently deleted first (rule 25). */
export const listTrash = route('GET', '/api/trash', { query: http.trashQuery, answer: http.trashList })
/** Restores the given items, or none if the call fails. Skips items that are no longer in the trash, so that the call can be repeated. */
export const restoreTrash = route('POST', '/api/trash/restore', {
  body: http.trashIds,
  bodyLimit: MB,
  answer: http.restoredTrash,
  errors: ['ALBUM_LIMIT', 'CONFLICT', 'QUOTA_EXCEEDED'],
})
/** Returns the library of the caller as one ZIP. The download can be resumed (rule 84). */
export const exportLibrary = route('GET', '/api/export', {
  audited: true,
  answer: 'bytes',
  errors: ['RANGE_NOT_SATISFIABLE', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
})
/** Deletes items in the trash permanently. */
export const purgeTrash = route('DELETE', '/api/trash', {
  body: http.purgeTrashBody,
  bodyLimit: MB,
  answer: http.success,
})
/** Returns a variant of a photo in the trash to its owner. The response must not be cached. */
export const getTrashed = route('GET', '/media/trash/:size/:file', {
  answer: 'bytes',
  errors: ['PHOTO_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})
