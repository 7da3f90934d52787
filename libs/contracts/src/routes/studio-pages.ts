import * as http from '../http/index.ts'
import { route } from '../route.ts'

export const getStudioPage = route('GET', '/api/settings/studio-page', {
  auth: 'session',
  answer: http.studioPageSettings,
})
/** What is left out stays. */
export const updateStudioPage = route('PATCH', '/api/settings/studio-page', {
  auth: 'session',
  audited: true,
  body: http.studioPageBody,
  answer: http.studioPageSettings,
  errors: ['SHARE_NOT_FOUND', 'SLUG_TAKEN'],
})
/** What a visitor of the page sees (rule 158). */
export const showStudioPage = route('GET', '/api/studio-page', {
  auth: 'share',
  query: http.studioPageQuery,
  answer: http.shownStudioPage,
  errors: ['STUDIO_PAGE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})
