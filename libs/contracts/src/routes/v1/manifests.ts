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
    summary: 'List the downloads of a share link with checksums',
    description:
      'Visitors receive files without position and serial numbers, in the sizes and with the watermark of the link. These are the checksums of those bytes; the album manifest has the checksums of the originals. Missing files are created in the background. Until they exist the response is 503 `archive_preparing`: try again after a few seconds.',
  },
})
