import * as http from '../../http/v1/index.ts'
import { success } from '../../http/accounts.ts'
import { MB } from '../../limits.ts'
import { v1 } from './route.ts'

const category = 'Albums'

export const listAlbums = v1('GET', '/v1/albums', {
  scope: 'read',
  query: http.albumQuery,
  answer: http.albumList,
  doc: { id: 'listAlbums', category, summary: 'List your albums' },
})
export const createAlbum = v1('POST', '/v1/albums', {
  scope: 'write',
  body: http.albumBody,
  answer: http.album,
  status: 201,
  location: ({ answer: { id } }) => `/v1/albums/${id}`,
  errors: ['ALBUM_LIMIT'],
  doc: { id: 'createAlbum', category, summary: 'Make an album' },
})
export const getAlbum = v1('GET', '/v1/albums/:id', {
  scope: 'read',
  answer: http.album,
  errors: ['ALBUM_NOT_FOUND'],
  doc: { id: 'getAlbum', category, summary: 'Get one album' },
})
export const updateAlbum = v1('PATCH', '/v1/albums/:id', {
  scope: 'write',
  body: http.albumPatch,
  answer: http.album,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED'],
  doc: { id: 'updateAlbum', category, summary: 'Change title or description of an album' },
})
export const deleteAlbum = v1('DELETE', '/v1/albums/:id', {
  scope: 'delete',
  query: http.deleteAlbumQuery,
  answer: success,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED'],
  doc: {
    id: 'deleteAlbum',
    category,
    summary: 'Delete an album, with its images if you say so',
    description: 'All of it goes to the trash, where its owner can bring it back in Daymark for some days.',
  },
})
/** As JSON lines, the album first, where `Accept` asks for application/x-ndjson. */
export const getManifest = v1('GET', '/v1/albums/:id/manifest', {
  scope: 'read',
  answer: http.manifest,
  errors: ['ALBUM_NOT_FOUND'],
  doc: {
    id: 'getAlbumManifest',
    category,
    summary: 'List every file of an album with its checksum',
    lines: true,
    description:
      'With `Accept: application/x-ndjson` it comes as JSON lines, the album first and then one image a line, for albums of any size.',
  },
})
export const addAlbumImages = v1('POST', '/v1/albums/:id/images', {
  scope: 'write',
  body: http.albumImagesBody,
  bodyLimit: MB,
  answer: http.albumImagesAnswer,
  errors: ['ALBUM_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: { id: 'addAlbumImages', category, summary: 'Put images into an album' },
})
export const removeAlbumImages = v1('DELETE', '/v1/albums/:id/images', {
  scope: 'write',
  body: http.albumImagesBody,
  bodyLimit: MB,
  answer: success,
  errors: ['ALBUM_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: { id: 'removeAlbumImages', category, summary: 'Take images out of an album; they stay in the library' },
})
