import * as http from '../../http/v1/index.ts'
import { success } from '../../http/accounts.ts'
import { v1 } from './route.ts'

const category = 'Shares'

export const listUploadLinks = v1('GET', '/v1/albums/:id/upload-links', {
  scope: 'read',
  answer: http.uploadLinkList,
  errors: ['ALBUM_NOT_FOUND'],
  doc: { id: 'listUploadLinks', category, summary: 'List the links through which guests send photos into an album' },
})
export const createUploadLink = v1('POST', '/v1/albums/:id/upload-links', {
  scope: 'share',
  audited: true,
  body: http.uploadLinkBody,
  answer: http.uploadLink,
  status: 201,
  location: ({ answer: { id } }) => `/v1/upload-links/${id}`,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED', 'SECTION_NOT_FOUND', 'UPLOAD_LINKS_FULL'],
  doc: { id: 'createUploadLink', category, summary: 'Ask guests for photos by a link' },
})
export const getUploadLink = v1('GET', '/v1/upload-links/:id', {
  scope: 'read',
  answer: http.uploadLink,
  errors: ['UPLOAD_LINK_NOT_FOUND'],
  doc: { id: 'getUploadLink', category, summary: 'Get one upload link' },
})
export const revokeUploadLink = v1('POST', '/v1/upload-links/:id/revoke', {
  scope: 'share',
  audited: true,
  answer: success,
  errors: ['UPLOAD_LINK_NOT_FOUND'],
  doc: { id: 'revokeUploadLink', category, summary: 'Close an upload link; it can be opened again in Daymark' },
})
export const listReceivedImages = v1('GET', '/v1/albums/:id/received', {
  scope: 'read',
  query: http.receivedQuery,
  answer: http.receivedList,
  errors: ['ALBUM_NOT_FOUND'],
  doc: {
    id: 'listReceivedImages',
    category,
    summary: 'List what guests sent and you have not approved yet',
    description: 'They are no images of your library before that, and nowhere in it.',
  },
})
export const acceptReceivedImages = v1('POST', '/v1/albums/:id/received/accept', {
  scope: 'write',
  body: http.receivedDecision,
  answer: http.acceptedImages,
  errors: ['ALBUM_NOT_FOUND'],
  doc: {
    id: 'acceptReceivedImages',
    category,
    summary: 'Approve what guests sent: each is an image of the album, with the same id',
  },
})
export const refuseReceivedImages = v1('POST', '/v1/albums/:id/received/refuse', {
  scope: 'delete',
  audited: true,
  body: http.receivedDecision,
  answer: http.refusedImages,
  errors: ['ALBUM_NOT_FOUND'],
  doc: { id: 'refuseReceivedImages', category, summary: 'Decline what guests sent; the files are removed for good' },
})
