import * as http from '../../http/v1/index.ts'
import { v1 } from './route.ts'

const category = 'Shares'

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
