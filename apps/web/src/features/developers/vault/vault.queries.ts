import type { http } from '@daymark/contracts'
import * as v1 from '@daymark/contracts/v1'
import type { CachedRead } from '../../../domain/cache/use-cached.ts'
import { call } from '../../../lib/api.ts'

export const tokens = (): CachedRead<http.v1.Token[]> => ({
  type: 'userProfile',
  key: [v1.listTokens.path],
  read: signal => call(v1.listTokens, { signal }),
})
