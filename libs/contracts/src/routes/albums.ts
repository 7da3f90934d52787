import { z } from 'zod'
import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { KB, MB } from '../rules/limits.ts'
import { route } from './route.ts'

export const listAlbums = route('GET', '/api/albums', { auth: 'session', answer: z.array(http.album) })
export const createAlbum = route('POST', '/api/albums', {
  auth: 'session',
  body: http.albumBody,
  answer: http.album,
  status: 201,
  location: ({ answer: { id } }) => `/api/albums/${id}`,
  errors: ['ALBUM_LIMIT'],
})
/** rule 22. Without a limit, returns the maximum page. */
export const getAlbum = route('GET', '/api/albums/:id', {
  auth: 'session',
  query: http.pagingQuery,
  answer: http.albumDetail,
  errors: ['ALBUM_NOT_FOUND'],
})
export const updateAlbum = route('PATCH', '/api/albums/:id', {
  auth: 'session',
  body: http.albumPatch,
  answer: http.album,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED'],
})
/** rule 22: `deletePhotos` in body or query, default false. */
export const deleteAlbum = route('DELETE', '/api/albums/:id', {
  auth: 'session',
  query: http.deleteAlbumQuery,
  body: http.deleteAlbumQuery,
  answer: http.success,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED'],
})
/** rule 22: skips photos that are already in the album. */
export const addAlbumImages = route('POST', '/api/albums/:id/images', {
  auth: 'session',
  body: http.addImagesBody,
  bodyLimit: MB,
  answer: http.addedAnswer,
  errors: ['ALBUM_NOT_FOUND', 'PHOTO_NOT_FOUND', 'FAVORITES_FIXED'],
})
/** Changes all of the given items or none. */
export const removeAlbumImages = route('DELETE', '/api/albums/:id/images', {
  auth: 'session',
  body: http.imageIdsBody,
  bodyLimit: MB,
  answer: http.success,
  errors: ['ALBUM_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
export const removeAlbumImage = route('DELETE', '/api/albums/:id/images/:imageId', {
  auth: 'session',
  answer: http.success,
  errors: ['ALBUM_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
/** rule 23. The body limit fits an album of 100,000 photos. */
export const reorderAlbum = route('POST', '/api/albums/:id/reorder', {
  auth: 'session',
  body: http.reorderBody,
  bodyLimit: 8 * MB,
  answer: http.success,
  errors: ['ALBUM_NOT_FOUND', 'STILL_WORKING'],
})
export const batchRename = route('POST', '/api/albums/:id/batch-rename', {
  auth: 'session',
  body: http.batchRenameBody,
  bodyLimit: MB,
  answer: http.renamedAnswer,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED', 'PLAN_REQUIRED'],
})

/** rule 138. */
export const albumCaptureOrder = route('GET', '/api/albums/:id/capture-order', {
  auth: 'session',
  answer: http.albumCaptureOrder,
  errors: ['ALBUM_NOT_FOUND'],
})
export const orderByCapture = route('PATCH', '/api/albums/:id/capture-order', {
  auth: 'session',
  body: http.captureOrderBody,
  bodyLimit: 100 * KB,
  answer: http.albumCaptureOrder,
  errors: ['ALBUM_NOT_FOUND', 'STILL_WORKING'],
})

const ERRORS: (keyof typeof errors)[] = ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED']

/** rules 114 and 115. Each call returns the updated album. */
export const addSection = route('POST', '/api/albums/:id/sections', {
  auth: 'session',
  body: http.sectionBody,
  answer: http.album,
  status: 201,
  location: ({ answer: { id } }) => `/api/albums/${id}`,
  errors: [...ERRORS, 'PHOTO_NOT_FOUND', 'CONFLICT'],
})
export const updateSection = route('PATCH', '/api/albums/:id/sections/:sectionId', {
  auth: 'session',
  body: http.sectionPatch,
  answer: http.album,
  errors: [...ERRORS, 'SECTION_NOT_FOUND'],
})
/** The photos of the section stay in the album. */
export const removeSection = route('DELETE', '/api/albums/:id/sections/:sectionId', {
  auth: 'session',
  answer: http.album,
  errors: [...ERRORS, 'SECTION_NOT_FOUND'],
})
/** Moves photos to the end of the section in their current order. Changes all of the given items or none. */
export const moveToSection = route('POST', '/api/albums/:id/sections/images', {
  auth: 'session',
  body: http.sectionImagesBody,
  bodyLimit: MB,
  answer: http.album,
  errors: [...ERRORS, 'SECTION_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
