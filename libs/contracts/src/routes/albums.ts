import { z } from 'zod'
import * as http from '../http/index.ts'
import { KB, MB } from '../rules/limits.ts'
import { route, SECTION_ERRORS } from './route.ts'

export const listAlbums = route('GET', '/api/albums', { answer: z.array(http.album) })
export const createAlbum = route('POST', '/api/albums', {
  body: http.albumBody,
  answer: http.album,
  status: 201,
  location: ({ answer: { id } }) => `/api/albums/${id}`,
  errors: ['ALBUM_LIMIT'],
})
/** Without `limit`, returns as many images as one page may have (rule 22). */
export const getAlbum = route('GET', '/api/albums/:id', {
  query: http.pagingQuery,
  answer: http.albumDetail,
  errors: ['ALBUM_NOT_FOUND'],
})
export const updateAlbum = route('PATCH', '/api/albums/:id', {
  body: http.albumPatch,
  answer: http.album,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED'],
})
/** `deletePhotos` may be in the body or the query. Default: false (rule 22). */
export const deleteAlbum = route('DELETE', '/api/albums/:id', {
  query: http.deleteAlbumQuery,
  body: http.deleteAlbumQuery,
  answer: http.success,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED'],
})
/** Skips photos that are already in the album (rule 22). */
export const addAlbumImages = route('POST', '/api/albums/:id/images', {
  body: http.addImagesBody,
  bodyLimit: MB,
  answer: http.addedImagesAnswer,
  errors: ['ALBUM_NOT_FOUND', 'PHOTO_NOT_FOUND', 'FAVORITES_FIXED'],
})
/** Removes all given images or none. */
export const removeAlbumImages = route('DELETE', '/api/albums/:id/images', {
  body: http.imageIdsBody,
  bodyLimit: MB,
  answer: http.success,
  errors: ['ALBUM_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
export const removeAlbumImage = route('DELETE', '/api/albums/:id/images/:imageId', {
  answer: http.success,
  errors: ['ALBUM_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
/** The body limit permits the ids of 100,000 photos (rule 23). */
export const reorderAlbum = route('POST', '/api/albums/:id/reorder', {
  body: http.reorderBody,
  bodyLimit: 8 * MB,
  answer: http.success,
  errors: ['ALBUM_NOT_FOUND', 'STILL_WORKING'],
})
export const batchRename = route('POST', '/api/albums/:id/batch-rename', {
  body: http.batchRenameBody,
  bodyLimit: MB,
  answer: http.renamedImagesAnswer,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED', 'PLAN_REQUIRED'],
})

/** Returns the cameras of an album with their clock corrections (rule 138). */
export const albumCaptureOrder = route('GET', '/api/albums/:id/capture-order', {
  answer: http.albumCaptureOrder,
  errors: ['ALBUM_NOT_FOUND'],
})
export const orderByCapture = route('PATCH', '/api/albums/:id/capture-order', {
  body: http.captureOrderBody,
  bodyLimit: 100 * KB,
  answer: http.albumCaptureOrder,
  errors: ['ALBUM_NOT_FOUND', 'STILL_WORKING'],
})

/** Adds a section. This and all other section calls return the updated album (rules 114, 115). */
export const addSection = route('POST', '/api/albums/:id/sections', {
  body: http.sectionBody,
  answer: http.album,
  status: 201,
  location: ({ answer: { id } }) => `/api/albums/${id}`,
  errors: [...SECTION_ERRORS, 'PHOTO_NOT_FOUND', 'CONFLICT'],
})
export const updateSection = route('PATCH', '/api/albums/:id/sections/:sectionId', {
  body: http.sectionPatch,
  answer: http.album,
  errors: [...SECTION_ERRORS, 'SECTION_NOT_FOUND'],
})
/** Removes only the heading: the photos of the section stay in the album. */
export const removeSection = route('DELETE', '/api/albums/:id/sections/:sectionId', {
  answer: http.album,
  errors: [...SECTION_ERRORS, 'SECTION_NOT_FOUND'],
})
/** Moves all given photos to the end of the section, in their current order. If one photo cannot be moved, moves none. */
export const moveToSection = route('POST', '/api/albums/:id/sections/images', {
  body: http.sectionImagesBody,
  bodyLimit: MB,
  answer: http.album,
  errors: [...SECTION_ERRORS, 'SECTION_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
