import * as http from '../../http/v1/index.ts'
import { success } from '../../http/accounts.ts'
import { createPublicRouteFactory } from './route.ts'

const publicRoute = createPublicRouteFactory('Shares')

export const listUploadLinks = publicRoute('GET', '/v1/albums/:id/upload-links', {
  scope: 'read',
  answer: http.uploadLinkList,
  errors: ['ALBUM_NOT_FOUND'],
  doc: { id: 'listUploadLinks', summary: 'List the upload links of an album' },
})
export const createUploadLink = publicRoute('POST', '/v1/albums/:id/upload-links', {
  scope: 'share',
  audited: true,
  body: http.uploadLinkBody,
  answer: http.uploadLink,
  status: 201,
  location: ({ answer: { id } }) => `/v1/upload-links/${id}`,
  errors: ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED', 'SECTION_NOT_FOUND', 'UPLOAD_LINKS_FULL'],
  doc: {
    id: 'createUploadLink',
    summary: 'Create an upload link',
    description:
      'Guests who open the link can send photos to the album. They need no account and cannot see the album.',
  },
})
export const getUploadLink = publicRoute('GET', '/v1/upload-links/:id', {
  scope: 'read',
  answer: http.uploadLink,
  errors: ['UPLOAD_LINK_NOT_FOUND'],
  doc: { id: 'getUploadLink', summary: 'Retrieve an upload link' },
})
export const revokeUploadLink = publicRoute('POST', '/v1/upload-links/:id/revoke', {
  scope: 'share',
  audited: true,
  answer: success,
  errors: ['UPLOAD_LINK_NOT_FOUND'],
  doc: {
    id: 'revokeUploadLink',
    summary: 'Close an upload link',
    description:
      'Guests can no longer send photos through the link. Photos that guests have already sent are not deleted.',
  },
})
export const listReceivedImages = publicRoute('GET', '/v1/albums/:id/received', {
  scope: 'read',
  query: http.receivedQuery,
  answer: http.receivedList,
  errors: ['ALBUM_NOT_FOUND'],
  doc: {
    id: 'listReceivedImages',
    summary: 'List the files from guests that wait for approval',
    description:
      'Files that wait for approval are not images of your library yet. Approve files to add them to the album.',
  },
})
export const acceptReceivedImages = publicRoute('POST', '/v1/albums/:id/received/accept', {
  scope: 'write',
  body: http.receivedDecision,
  answer: http.acceptedImages,
  errors: ['ALBUM_NOT_FOUND'],
  doc: { id: 'acceptReceivedImages', summary: 'Approve files from guests' },
})
export const refuseReceivedImages = publicRoute('POST', '/v1/albums/:id/received/refuse', {
  scope: 'delete',
  audited: true,
  body: http.receivedDecision,
  answer: http.refusedImages,
  errors: ['ALBUM_NOT_FOUND'],
  doc: { id: 'refuseReceivedImages', summary: 'Decline files from guests and delete them permanently' },
})
