import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { CachedRead } from '../../../domain/cache/use-cached.ts'
import { addressOf, call } from '../../../lib/api.ts'

/** The visitors who asked to be notified when a gallery is complete. */
export function shareFirstLook({ id }: http.Share): CachedRead<http.ShareFirstLook> {
  const params = { id }
  return {
    type: 'shares',
    key: [addressOf(routes.getShareFirstLook, { params })],
    read: signal => call(routes.getShareFirstLook, { params, signal }),
  }
}
