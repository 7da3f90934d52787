import * as http from '../../http/v1/index.ts'
import { createPublicRouteFactory } from './route.ts'

const statusRoute = createPublicRouteFactory('Status')
const publicRoute = createPublicRouteFactory('Library')

/** Reports whether all dependencies respond (S-V1-01). */
export const getHealth = statusRoute('GET', '/v1/health', {
  auth: 'open',
  probe: true,
  answer: http.health,
  errors: ['UNAVAILABLE'],
  doc: { id: 'getHealth', summary: 'Check whether the service is available' },
})
/** Returns the API version (S-V1-02). */
export const getVersion = statusRoute('GET', '/v1/version', {
  auth: 'open',
  probe: true,
  answer: http.version,
  doc: { id: 'getVersion', summary: 'Retrieve the API version' },
})
export const getRateLimit = statusRoute('GET', '/v1/rate-limit', {
  skipsRateLimit: true,
  answer: http.rateLimit,
  doc: { id: 'getRateLimit', summary: 'Retrieve the rate limit of your token' },
})
export const getStats = publicRoute('GET', '/v1/stats', {
  scope: 'read',
  answer: http.stats,
  doc: {
    id: 'getStats',
    summary: 'Retrieve the numbers of images, albums, share links and tags, and the storage used',
  },
})
export const listTags = publicRoute('GET', '/v1/tags', {
  scope: 'read',
  query: http.tagQuery,
  answer: http.tagList,
  doc: { id: 'listTags', summary: 'List tags' },
})
export const search = publicRoute('GET', '/v1/search', {
  scope: 'read',
  query: http.searchQuery,
  answer: http.searchAnswer,
  doc: { id: 'search', summary: 'Search images and albums by title' },
})
