import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'

/** All tags of the user with their photo counts (L-API-30). */
export const allTags = (): CachedRead<http.Tag[]> => ({
  type: 'tags',
  key: [routes.listTags.path],
  read: signal => call(routes.listTags, { signal }),
})
