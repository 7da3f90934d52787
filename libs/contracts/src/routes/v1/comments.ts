import * as http from '../../http/v1/index.ts'
import { v1 } from './route.ts'

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
