import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { CachedRead } from '../../domain/cache/use-cached.ts'
import { addressOf, call } from '../../lib/api.ts'

/** The links through which guests send photos into an album. */
export function uploadLinks(albumId: string): CachedRead<http.UploadLink[]> {
  const params = { id: albumId }
  return {
    type: 'shares',
    key: [addressOf(routes.listUploadLinks, { params })],
    read: async signal => (await call(routes.listUploadLinks, { params, signal })).links,
  }
}
