import * as http from '../../http/v1/index.ts'
import { success } from '../../http/accounts.ts'
import { v1 } from './route.ts'

const category = 'Shares'

export const listShares = v1('GET', '/v1/shares', {
  scope: 'read',
  query: http.shareQuery,
  answer: http.shareList,
  doc: { id: 'listShares', category, summary: 'List your share links' },
})
export const createShare = v1('POST', '/v1/shares', {
  scope: 'share',
  audited: true,
  body: http.shareBody,
  answer: http.createdShare,
  status: 201,
  location: ({ answer: { id } }) => `/v1/shares/${id}`,
  errors: ['ALBUM_NOT_FOUND', 'PASSWORD_WANTED', 'PRESET_NOT_FOUND', 'WATERMARK_MISSING'],
  doc: { id: 'createShare', category, summary: 'Share an album by a public link' },
})
export const getShare = v1('GET', '/v1/shares/:id', {
  scope: 'read',
  answer: http.share,
  errors: ['SHARE_NOT_FOUND'],
  doc: { id: 'getShare', category, summary: 'Get one share link' },
})
export const updateShare = v1('PATCH', '/v1/shares/:id', {
  scope: 'share',
  body: http.sharePatch,
  answer: http.share,
  errors: ['SHARE_NOT_FOUND', 'WATERMARK_MISSING'],
  doc: { id: 'updateShare', category, summary: 'Change a share link' },
})
export const completeShare = v1('POST', '/v1/shares/:id/complete', {
  scope: 'share',
  audited: true,
  answer: http.completedShare,
  errors: ['CONFLICT', 'SHARE_NOT_FOUND'],
  doc: {
    id: 'completeShare',
    category,
    summary: 'Say that a first look is complete',
    description:
      'Visitors no longer read that more is coming, and each who left an address gets one mail. Another call changes nothing.',
  },
})
export const revokeShare = v1('POST', '/v1/shares/:id/revoke', {
  scope: 'share',
  audited: true,
  answer: success,
  errors: ['SHARE_NOT_FOUND'],
  doc: { id: 'revokeShare', category, summary: 'Close a share link; it can be opened again in Daymark' },
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
    description: 'It goes to the trash, where its owner can bring it back in Daymark for some days.',
  },
})
