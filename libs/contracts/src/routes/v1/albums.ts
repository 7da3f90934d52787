import { success } from '../../http/accounts.ts'
import * as http from '../../http/v1/index.ts'
import { KB, MB } from '../../rules/limits.ts'
import { SECTION_ERRORS } from '../route.ts'
import { createPublicRouteFactory } from './route.ts'

const publicRoute = createPublicRouteFactory('Albums')

export const listAlbums = publicRoute('GET', '/v1/albums', {
  scope: 'read',
  query: http.albumQuery,
  answer: http.albumList,
  doc: { id: 'listAlbums', summary: 'List albums' },
})
export const createAlbum = publicRoute('POST', '/v1/albums', {
  scope: 'write',
  body: http.albumBody,
  answer: http.album,
  status: 201,
  location: ({ answer: { id } }) => `/v1/albums/${id}`,
  errors: ['ALBUM_LIMIT'],
  doc: { id: 'createAlbum', summary: 'Create an album' },
})
export const getAlbum = publicRoute('GET', '/v1/albums/:id', {
  scope: 'read',
  answer: http.album,
  errors: ['ALBUM_NOT_FOUND'],
  doc: { id: 'getAlbum', summary: 'Retrieve an album' },
})
export const updateAlbum = publicRoute('PATCH', '/v1/albums/:id', {
  scope: 'write',
  body: http.albumPatch,
  answer: http.album,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED'],
  doc: { id: 'updateAlbum', summary: 'Update the title or description of an album' },
})
export const deleteAlbum = publicRoute('DELETE', '/v1/albums/:id', {
  scope: 'delete',
  query: http.deleteAlbumQuery,
  answer: success,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED'],
  doc: {
    id: 'deleteAlbum',
    summary: 'Delete an album',
    description:
      'Moves the album to the trash, and its images too if `delete_images` is true. The owner can restore them from the trash for 30 days, unless the installation sets another period.',
  },
})
export const getManifest = publicRoute('GET', '/v1/albums/:id/manifest', {
  scope: 'read',
  answer: http.manifest,
  errors: ['ALBUM_NOT_FOUND'],
  doc: {
    id: 'getAlbumManifest',
    summary: 'List the original files of an album with checksums',
    lines: true,
    description:
      'For large albums, send `Accept: application/x-ndjson`. The response then consists of lines of JSON: the first line is the album, each other line is an image.',
  },
})
export const addAlbumImages = publicRoute('POST', '/v1/albums/:id/images', {
  scope: 'write',
  body: http.albumImagesBody,
  bodyLimit: MB,
  answer: http.albumImagesAnswer,
  errors: ['ALBUM_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: { id: 'addAlbumImages', summary: 'Add images to an album' },
})
export const removeAlbumImages = publicRoute('DELETE', '/v1/albums/:id/images', {
  scope: 'write',
  body: http.albumImagesBody,
  bodyLimit: MB,
  answer: success,
  errors: ['ALBUM_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: { id: 'removeAlbumImages', summary: 'Remove images from an album' },
})

export const albumCaptureOrder = publicRoute('GET', '/v1/albums/:id/capture-order', {
  scope: 'read',
  answer: http.albumCaptureOrder,
  errors: ['ALBUM_NOT_FOUND'],
  doc: { id: 'getCaptureOrder', summary: 'List the cameras of an album with their clock corrections' },
})
export const orderByCapture = publicRoute('PATCH', '/v1/albums/:id/capture-order', {
  scope: 'write',
  body: http.captureOrderBody,
  bodyLimit: 100 * KB,
  answer: http.albumCaptureOrder,
  errors: ['ALBUM_NOT_FOUND', 'STILL_WORKING'],
  doc: {
    id: 'orderByCapture',
    summary: 'Sort an album by capture time',
    description:
      'Sorts the images of all cameras by capture time, within each section of the album. Set a clock correction for a camera whose clock was wrong. Corrections apply to this album only and do not change the files.',
  },
})

export const addSection = publicRoute('POST', '/v1/albums/:id/sections', {
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
export const updateSection = publicRoute('PATCH', '/v1/albums/:id/sections/:sectionId', {
  scope: 'write',
  body: http.updateSectionBody,
  answer: http.album,
  errors: [...SECTION_ERRORS, 'SECTION_NOT_FOUND'],
  doc: { id: 'updateSection', summary: 'Rename or move a section' },
})
export const removeSection = publicRoute('DELETE', '/v1/albums/:id/sections/:sectionId', {
  scope: 'write',
  answer: http.album,
  errors: [...SECTION_ERRORS, 'SECTION_NOT_FOUND'],
  doc: { id: 'removeSection', summary: 'Delete a section and keep its images in the album' },
})
export const moveToSection = publicRoute('POST', '/v1/albums/:id/sections/images', {
  scope: 'write',
  body: http.sectionImages,
  bodyLimit: MB,
  answer: http.album,
  errors: [...SECTION_ERRORS, 'SECTION_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: { id: 'moveToSection', summary: 'Move images to the end of a section' },
})
