import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'

/** Settings with names, for links to come; kept as long as links are. */
export const presets = (): CachedRead<http.Preset[]> => ({
  type: 'shares',
  key: [routes.listPresets.path],
  read: signal => call(routes.listPresets, { signal }),
})
