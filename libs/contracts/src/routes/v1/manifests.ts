import * as http from '../../http/v1/index.ts'
import { v1 } from './route.ts'

export const getShareManifest = v1('GET', '/v1/shares/:id/manifest', {
  scope: 'read',
  query: http.shareManifestQuery,
  answer: http.shareManifest,
  errors: ['ARCHIVE_PREPARING', 'DOWNLOADS_OFF', 'SHARE_NOT_FOUND', 'SIZE_NOT_OFFERED', 'WATERMARK_UNAVAILABLE'],
  doc: {
    id: 'getShareManifest',
    category: 'Shares',
    summary: 'List what visitors of a share link download, with checksums',
    description:
      'Visitors get files without position and serial numbers, in the sizes and with the watermark of the link: these are the checksums of those bytes, and not of the originals, which the manifest of the album has. What is not there yet is made; until then the answer is 503 `archive_preparing`: ask again after some seconds.',
  },
})
