import * as http from '../../http/v1/index.ts'
import { v1 } from './route.ts'

const category = 'Shares'

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
