import type { errors } from '../../errors.ts'
import * as http from '../../http/v1/index.ts'
import { MB } from '../../rules/limits.ts'
import { publicRoutes } from './route.ts'

const v1 = publicRoutes('Albums')
const SECTION_ERRORS: (keyof typeof errors)[] = ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED']

export const addSection = v1('POST', '/v1/albums/:id/sections', {
  scope: 'write',
  body: http.addSectionBody,
  answer: http.album,
  status: 201,
  location: ({ answer: { id } }) => `/v1/albums/${id}`,
  errors: [...SECTION_ERRORS, 'PHOTO_NOT_FOUND', 'CONFLICT'],
  doc: {
    id: 'addSection',
    summary: 'Create a section in an album',
    description:
      'A section is a heading in the album, followed by its images. Galleries show each section that contains images as a tab. An album can have 50 sections.',
  },
})
export const updateSection = v1('PATCH', '/v1/albums/:id/sections/:sectionId', {
  scope: 'write',
  body: http.updateSectionBody,
  answer: http.album,
  errors: [...SECTION_ERRORS, 'SECTION_NOT_FOUND'],
  doc: { id: 'updateSection', summary: 'Rename or move a section' },
})
export const removeSection = v1('DELETE', '/v1/albums/:id/sections/:sectionId', {
  scope: 'write',
  answer: http.album,
  errors: [...SECTION_ERRORS, 'SECTION_NOT_FOUND'],
  doc: { id: 'removeSection', summary: 'Delete a section and keep its images in the album' },
})
export const moveToSection = v1('POST', '/v1/albums/:id/sections/images', {
  scope: 'write',
  body: http.sectionImages,
  bodyLimit: MB,
  answer: http.album,
  errors: [...SECTION_ERRORS, 'SECTION_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: { id: 'moveToSection', summary: 'Move images to the end of a section' },
})
