import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../lib/api.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'

/** Photos that were shared without an album; deleted with their last link. */
export function sharedSelection(id: string): CachedQuery<http.Selection> {
  const given = { params: { id } }
  return {
    type: 'shares',
    key: [addressOf(routes.getSelection, given)],
    read: signal => call(routes.getSelection, { ...given, signal }),
  }
}
