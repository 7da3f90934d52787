import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { addressOf, call, messageOf } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'

/** Reads the visitors who requested a notification when the gallery is complete. */
export function shareFirstLookQuery({ id }: http.Share): CachedQuery<http.ShareFirstLook> {
  const params = { id }
  return {
    type: 'shares',
    key: [addressOf(routes.getShareFirstLook, { params })],
    read: signal => call(routes.getShareFirstLook, { params, signal }),
  }
}

type RequestResult = { done: string } | { problem: string }

async function runRequest(what: string, request: () => Promise<{ message: string }>): Promise<RequestResult> {
  try {
    const { message } = await request()
    await invalidate('share')
    return { done: message }
  } catch (reason) {
    logFailure(what, reason)
    return { problem: messageOf(reason) }
  }
}

/** Marks the gallery as complete and notifies the waiting visitors. */
export const completeShare = ({ id }: http.Share) =>
  runRequest('The first look could not be completed', () => call(routes.completeShare, { params: { id } }))

export const removeSubscriber = ({ id }: http.Share, waiting: string) =>
  runRequest('The address could not be removed', () => call(routes.removeSubscriber, { params: { id, waiting } }))
