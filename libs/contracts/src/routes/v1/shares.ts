import { success } from '../../http/accounts.ts'
import * as http from '../../http/v1/index.ts'
import { createPublicRouteFactory } from './route.ts'

const publicRoute = createPublicRouteFactory('Shares')

export const listShares = publicRoute('GET', '/v1/shares', {
  scope: 'read',
  query: http.shareQuery,
  answer: http.shareList,
  doc: { id: 'listShares', summary: 'List share links' },
})
export const createShare = publicRoute('POST', '/v1/shares', {
  scope: 'share',
  audited: true,
  body: http.shareBody,
  answer: http.createdShare,
  status: 201,
  location: ({ answer: { id } }) => `/v1/shares/${id}`,
  errors: ['ALBUM_NOT_FOUND', 'PASSWORD_WANTED', 'PRESET_NOT_FOUND', 'WATERMARK_MISSING'],
  doc: { id: 'createShare', summary: 'Create a share link' },
})
export const getShare = publicRoute('GET', '/v1/shares/:id', {
  scope: 'read',
  answer: http.share,
  errors: ['SHARE_NOT_FOUND'],
  doc: { id: 'getShare', summary: 'Retrieve a share link' },
})
export const updateShare = publicRoute('PATCH', '/v1/shares/:id', {
  scope: 'share',
  body: http.sharePatch,
  answer: http.share,
  errors: ['SHARE_NOT_FOUND', 'WATERMARK_MISSING'],
  doc: { id: 'updateShare', summary: 'Update a share link' },
})
export const completeShare = publicRoute('POST', '/v1/shares/:id/complete', {
  scope: 'share',
  audited: true,
  answer: http.completedShare,
  errors: ['CONFLICT', 'SHARE_NOT_FOUND'],
  doc: {
    id: 'completeShare',
    summary: 'Mark a gallery as complete',
    description:
      'Ends the first look: the gallery no longer announces that more images will follow. Each visitor who asked to be notified receives one email. Repeated calls have no effect.',
  },
})
export const revokeShare = publicRoute('POST', '/v1/shares/:id/revoke', {
  scope: 'share',
  audited: true,
  answer: success,
  errors: ['SHARE_NOT_FOUND'],
  doc: {
    id: 'revokeShare',
    summary: 'Revoke a share link',
    description: 'The link stops working at once. The owner can reinstate the link in the web application.',
  },
})
export const deleteShare = publicRoute('DELETE', '/v1/shares/:id', {
  scope: 'share',
  audited: true,
  answer: success,
  errors: ['SHARE_NOT_FOUND'],
  doc: {
    id: 'deleteShare',
    summary: 'Delete a share link',
    description:
      'Moves the share link to the trash. The owner can restore it from the trash for 30 days, unless the installation sets another period.',
  },
})

export const listPresets = publicRoute('GET', '/v1/presets', {
  scope: 'read',
  answer: http.presets,
  doc: {
    id: 'listPresets',
    summary: 'List presets for share links',
    description:
      'A preset is a named set of settings. Send its ID as `preset_id` when you create a share link: the link copies the settings.',
  },
})

export const checkShare = publicRoute('GET', '/v1/shares/:id/preflight', {
  scope: 'read',
  answer: http.preflight,
  errors: ['SHARE_NOT_FOUND'],
  doc: {
    id: 'checkShare',
    summary: 'Check a share link before sending it',
    description:
      'Reports problems that visitors would notice: missing images, duplicates, unusual color profiles, images out of chronological order, and settings such as a missing expiry date.',
  },
})

export const getShareManifest = publicRoute('GET', '/v1/shares/:id/manifest', {
  scope: 'read',
  query: http.shareManifestQuery,
  answer: http.shareManifest,
  errors: ['ARCHIVE_PREPARING', 'DOWNLOADS_OFF', 'SHARE_NOT_FOUND', 'SIZE_NOT_OFFERED', 'WATERMARK_UNAVAILABLE'],
  doc: {
    id: 'getShareManifest',
    summary: 'List the files that visitors of a share link can download, with their checksums',
    description:
      'Visitors download files without GPS position and serial numbers, in the sizes and with the watermark of the link. The checksums are those of the downloaded files; the album manifest contains the checksums of the original files. Daymark creates missing files in the background. Until all files exist, the response is 503 `archive_preparing`. Try again after `Retry-After` seconds.',
  },
})

export const listShareChanges = publicRoute('GET', '/v1/shares/:id/changes', {
  scope: 'read',
  query: http.shareChangeQuery,
  answer: http.shareChanges,
  errors: ['SHARE_NOT_FOUND'],
  doc: {
    id: 'listShareChanges',
    summary: 'List the images that were added to a gallery or replaced since an earlier request',
    description:
      'Returns new images, which were added to the gallery, and corrected images, whose file was replaced. Removed images are not listed: compare your data with the album manifest to find removed images.',
  },
})

export const listPickLists = publicRoute('GET', '/v1/shares/:id/picks', {
  scope: 'read',
  query: http.pickListQuery,
  answer: http.pickLists,
  errors: ['SHARE_NOT_FOUND'],
  doc: {
    id: 'listPickLists',
    summary: 'List the pick lists of a share link, one for each visitor',
    description:
      'A pick list contains the images that one visitor picked or rejected, and the notes of the visitor. This call returns the visitors and numbers; call GET /v1/shares/{id}/picks/images for the images.',
  },
})
export const listPickedImages = publicRoute('GET', '/v1/shares/:id/picks/images', {
  scope: 'read',
  query: http.pickedImageQuery,
  answer: http.pickedImages,
  errors: ['PICK_LIST_NOT_FOUND', 'SHARE_NOT_FOUND'],
  doc: {
    id: 'listPickedImages',
    summary: 'List the images that visitors of a share link picked, rejected or wrote a note on',
  },
})

export const listComments = publicRoute('GET', '/v1/shares/:id/comments', {
  scope: 'read',
  query: http.commentQuery,
  answer: http.commentThreads,
  errors: ['SHARE_NOT_FOUND'],
  doc: { id: 'listComments', summary: 'List the comment threads of a share link' },
})

export const getStudioPage = publicRoute('GET', '/v1/studio-page', {
  scope: 'read',
  answer: http.studioPage,
  doc: { id: 'getStudioPage', summary: 'Retrieve the settings of your studio page' },
})
export const updateStudioPage = publicRoute('PATCH', '/v1/studio-page', {
  scope: 'share',
  audited: true,
  body: http.studioPagePatch,
  answer: http.studioPage,
  errors: ['SHARE_NOT_FOUND', 'SLUG_TAKEN'],
  doc: {
    id: 'updateStudioPage',
    summary: 'Update the settings of your studio page',
    description:
      'The studio page is a public list of galleries. Anyone who finds the page can open the galleries on it; galleries with a password still require the password. Omitted fields do not change.',
  },
})
