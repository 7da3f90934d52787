import * as http from '../../http/v1/index.ts'
import { v1 } from './route.ts'

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
