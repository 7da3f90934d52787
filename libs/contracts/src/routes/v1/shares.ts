import { success } from '../../http/accounts.ts'
import * as http from '../../http/v1/index.ts'
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

export const listPresets = v1('GET', '/v1/presets', {
  scope: 'read',
  answer: http.presets,
  doc: {
    id: 'listPresets',
    category: 'Shares',
    summary: 'List presets for share links',
    description: 'Send its id as `preset_id` when you create a share link. The link copies the settings.',
  },
})

export const checkShare = v1('GET', '/v1/shares/:id/preflight', {
  scope: 'read',
  answer: http.preflight,
  errors: ['SHARE_NOT_FOUND'],
  doc: {
    id: 'checkShare',
    category: 'Shares',
    summary: 'Check a share link before sending it',
    description:
      'Reports missing images, duplicates, color profiles, capture times out of order and settings that are easily forgotten.',
  },
})

export const getShareManifest = v1('GET', '/v1/shares/:id/manifest', {
  scope: 'read',
  query: http.shareManifestQuery,
  answer: http.shareManifest,
  errors: ['ARCHIVE_PREPARING', 'DOWNLOADS_OFF', 'SHARE_NOT_FOUND', 'SIZE_NOT_OFFERED', 'WATERMARK_UNAVAILABLE'],
  doc: {
    id: 'getShareManifest',
    category: 'Shares',
    summary: 'List the downloads of a share link with checksums',
    description:
      'Visitors receive files without position and serial numbers, in the sizes and with the watermark of the link. These are the checksums of those bytes; the album manifest has the checksums of the originals. Missing files are created in the background. Until they exist the response is 503 `archive_preparing`: try again after a few seconds.',
  },
})

export const listShareChanges = v1('GET', '/v1/shares/:id/changes', {
  scope: 'read',
  query: http.shareChangeQuery,
  answer: http.shareChanges,
  errors: ['SHARE_NOT_FOUND'],
  doc: {
    id: 'listShareChanges',
    category: 'Shares',
    summary: 'List changes of a shared gallery',
    description:
      'New images are those that the gallery did not show before; corrected images have a replaced file. Returning visitors see the same list. Removed images are not listed: compare with the album manifest.',
  },
})

export const listPickLists = v1('GET', '/v1/shares/:id/picks', {
  scope: 'read',
  query: http.pickListQuery,
  answer: http.pickLists,
  errors: ['SHARE_NOT_FOUND'],
  doc: { id: 'listPickLists', category, summary: 'List the pick lists of a share link by visitor' },
})
export const listPickedImages = v1('GET', '/v1/shares/:id/picks/images', {
  scope: 'read',
  query: http.pickedImageQuery,
  answer: http.pickedImages,
  errors: ['PICK_LIST_NOT_FOUND', 'SHARE_NOT_FOUND'],
  doc: { id: 'listPickedImages', category, summary: 'List the images picked through a share link' },
})

export const listComments = v1('GET', '/v1/shares/:id/comments', {
  scope: 'read',
  query: http.commentQuery,
  answer: http.commentThreads,
  errors: ['SHARE_NOT_FOUND'],
  doc: {
    id: 'listComments',
    category: 'Shares',
    summary: 'List the comments of a share link',
  },
})

export const getStudioPage = v1('GET', '/v1/studio-page', {
  scope: 'read',
  answer: http.studioPage,
  doc: { id: 'getStudioPage', category, summary: 'Retrieve the studio page' },
})
export const updateStudioPage = v1('PATCH', '/v1/studio-page', {
  scope: 'share',
  audited: true,
  body: http.studioPagePatch,
  answer: http.studioPage,
  errors: ['SHARE_NOT_FOUND', 'SLUG_TAKEN'],
  doc: {
    id: 'updateStudioPage',
    category,
    summary: 'Update the studio page',
    description:
      'Omitted fields do not change. `share_ids` are the links on the page in this order, at most 200. Everyone who finds the page can open listed links without a password.',
  },
})
