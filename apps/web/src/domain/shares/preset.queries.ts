import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'

/** Named settings for new links; cached as long as links are. */
export const presets = (): CachedRead<http.Preset[]> => ({
  type: 'shares',
  key: [routes.listPresets.path],
  read: signal => call(routes.listPresets, { signal }),
})
