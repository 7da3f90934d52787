import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { addressOf, call, messageOf } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'

/** The visitors who asked to be notified when a gallery is complete. */
export function shareFirstLook({ id }: http.Share): CachedQuery<http.ShareFirstLook> {
  const params = { id }
  return {
    type: 'shares',
    key: [addressOf(routes.getShareFirstLook, { params })],
    read: signal => call(routes.getShareFirstLook, { params, signal }),
  }
}

type Answer = { done: string } | { problem: string }

async function attempt(what: string, request: () => Promise<{ message: string }>): Promise<Answer> {
  try {
    const { message } = await request()
    await invalidate('share')
    return { done: message }
  } catch (reason) {
    logFailure(what, reason)
    return { problem: messageOf(reason) }
  }
}

/** Returns the result, or the message that explains the failure. */
export const completeShare = ({ id }: http.Share) =>
  attempt('The first look could not be completed', () => call(routes.completeShare, { params: { id } }))

export const removeSubscriber = ({ id }: http.Share, waiting: string) =>
  attempt('The address could not be removed', () => call(routes.removeSubscriber, { params: { id, waiting } }))
