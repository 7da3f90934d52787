import * as http from '../../http/v1/index.ts'
import { v1 } from './route.ts'

const category = 'Library'

/** S-V1-01. */
export const getHealth = v1('GET', '/v1/health', {
  auth: 'open',
  probe: true,
  answer: http.health,
  errors: ['UNAVAILABLE'],
  doc: { id: 'getHealth', category: 'Status', summary: 'Check whether the service is available' },
})
/** S-V1-02. */
export const getVersion = v1('GET', '/v1/version', {
  auth: 'open',
  probe: true,
  answer: http.version,
  doc: { id: 'getVersion', category: 'Status', summary: 'Retrieve the API version' },
})
export const getRateLimit = v1('GET', '/v1/rate-limit', {
  free: true,
  answer: http.rateLimit,
  doc: { id: 'getRateLimit', category: 'Status', summary: 'Retrieve the rate limit of your token' },
})
export const getStats = v1('GET', '/v1/stats', {
  scope: 'read',
  answer: http.stats,
  doc: {
    id: 'getStats',
    category,
    summary: 'Retrieve the numbers of images, albums, share links and tags, and the storage used',
  },
})
export const listTags = v1('GET', '/v1/tags', {
  scope: 'read',
  query: http.tagQuery,
  answer: http.tagList,
  doc: { id: 'listTags', category, summary: 'List tags' },
})
export const search = v1('GET', '/v1/search', {
  scope: 'read',
  query: http.searchQuery,
  answer: http.searchAnswer,
  doc: { id: 'search', category, summary: 'Search images and albums by title' },
})
