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
    summary: 'List what is new in the gallery of a share link since you asked last',
    description:
      'New are images that the gallery shows and did not show before, corrected those whose file was replaced; what visitors who come back are told. What left the gallery is not listed: compare with the manifest of its album.',
  },
})
