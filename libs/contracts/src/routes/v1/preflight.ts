import * as http from '../../http/v1/index.ts'
import { v1 } from './route.ts'

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
