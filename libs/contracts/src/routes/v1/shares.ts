import * as http from '../../http/v1/index.ts'
import { success } from '../../http/accounts.ts'
import { v1 } from './route.ts'

const category = 'Shares'

export const listShares = v1('GET', '/v1/shares', {
  scope: 'read',
  query: http.shareQuery,
  answer: http.shareList,
  doc: { id: 'listShares', category, summary: 'List share links' },
})
export const createShare = v1('POST', '/v1/shares', {
  scope: 'share',
  audited: true,
  body: http.shareBody,
  answer: http.createdShare,
  status: 201,
  location: ({ answer: { id } }) => `/v1/shares/${id}`,
  errors: ['ALBUM_NOT_FOUND', 'PASSWORD_WANTED', 'PRESET_NOT_FOUND', 'WATERMARK_MISSING'],
  doc: { id: 'createShare', category, summary: 'Create a share link' },
})
export const getShare = v1('GET', '/v1/shares/:id', {
  scope: 'read',
  answer: http.share,
  errors: ['SHARE_NOT_FOUND'],
  doc: { id: 'getShare', category, summary: 'Retrieve a share link' },
})
export const updateShare = v1('PATCH', '/v1/shares/:id', {
  scope: 'share',
  body: http.sharePatch,
  answer: http.share,
  errors: ['SHARE_NOT_FOUND', 'WATERMARK_MISSING'],
  doc: { id: 'updateShare', category, summary: 'Update a share link' },
})
export const completeShare = v1('POST', '/v1/shares/:id/complete', {
  scope: 'share',
  audited: true,
  answer: http.completedShare,
  errors: ['CONFLICT', 'SHARE_NOT_FOUND'],
  doc: {
    id: 'completeShare',
    category,
    summary: 'Complete a first look',
    description:
      'Ends the announcement of further images and sends one email to each visitor who left an address. Repeated calls change nothing.',
  },
})
export const revokeShare = v1('POST', '/v1/shares/:id/revoke', {
  scope: 'share',
  audited: true,
  answer: success,
  errors: ['SHARE_NOT_FOUND'],
  doc: { id: 'revokeShare', category, summary: 'Revoke a share link' },
})
export const deleteShare = v1('DELETE', '/v1/shares/:id', {
  scope: 'share',
  audited: true,
  answer: success,
  errors: ['SHARE_NOT_FOUND'],
  doc: {
    id: 'deleteShare',
    category,
    summary: 'Delete a share link',
    description: 'Moves the link to the trash, from which the owner can restore it for a limited time.',
  },
})
