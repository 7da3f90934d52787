import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { CachedQuery } from '../../../domain/cache/use-cached.ts'
import { addressOf, call } from '../../../lib/api.ts'

/** The visitors who picked photos of an album, and the picks of one or all of them. */
export function albumPicks(id: string, by: string | undefined): CachedQuery<http.AlbumPicks> {
  const asked = { params: { id }, query: by === undefined ? {} : { by } }
  return {
    type: 'shares',
    key: [addressOf(routes.getAlbumPicks, asked)],
    read: signal => call(routes.getAlbumPicks, { ...asked, signal }),
  }
}
