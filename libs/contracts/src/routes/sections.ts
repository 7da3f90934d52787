import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { MB } from '../limits.ts'
import { route } from '../route.ts'

const ERRORS: (keyof typeof errors)[] = ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED']

/** rules 114 and 115. Each answers the album as it is now. */
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
/** Its photos stay where they are. */
export const removeSection = route('DELETE', '/api/albums/:id/sections/:sectionId', {
  auth: 'session',
  answer: http.album,
  errors: [...ERRORS, 'SECTION_NOT_FOUND'],
})
/** To the end of the section, in the order they have. All or none. */
export const moveToSection = route('POST', '/api/albums/:id/sections/images', {
  auth: 'session',
  body: http.sectionImagesBody,
  bodyLimit: MB,
  answer: http.album,
  errors: [...ERRORS, 'SECTION_NOT_FOUND', 'PHOTO_NOT_FOUND'],
})
