import { QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { cacheStore, onClear, onTabMessage, notifyOtherTabs } from './browser-cache.ts'
import { CACHE_TYPES, type CacheType } from './cache-types.ts'
import { staleAfter, type Mutation } from './invalidation.ts'

const RETRIES = 2
const isWorthRetrying = (reason: unknown) => reason instanceof ApiError && reason.isTemporary

/** Server state in memory. Its keys begin with a cache type; the CacheStore survives a reload. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, reason) => count < RETRIES && isWorthRetrying(reason), networkMode: 'always' },
  },
})
onClear(() => queryClient.clear())
// L-CACHE-08: types invalidated in another tab are stale here too.
onTabMessage(message => 'forget' in message && void forget(message.forget, { notifyOthers: false }))

const concerns = (types: readonly CacheType[]) => (query: Query) => types.includes(query.queryKey[0] as CacheType)

/** The number of pending optimistic changes: a read during one could revert it on screen. */
let held = 0
const waiting = new Set<CacheType>()
/** A response that arrives during the change may be older than it. */
export const isChanging = () => held > 0

function readAgain(types: readonly CacheType[]) {
  // Includes a pending first read: it may have been answered before the change.
  void queryClient.cancelQueries({ predicate: concerns(types) })
  return queryClient.invalidateQueries({ predicate: concerns(types) })
}

/** Drops the cached data of these types in this and other tabs, and reads again what is on screen. */
export async function forget(types: readonly CacheType[], { notifyOthers = true } = {}) {
  cacheStore.clear(types)
  if (notifyOthers) notifyOtherTabs({ forget: [...types] })
  if (held > 0) types.forEach(type => waiting.add(type))
  else await readAgain(types)
}

export const invalidate = (mutation: Mutation) => forget(staleAfter(mutation))

/**
 * Applies a change on screen before its request. `apply` returns the function that reverts it after a failure; the failure is
 * then thrown. Reads of these types wait until all pending changes are settled.
 */
export async function optimistic<T>(
  mutation: Mutation,
  apply: () => () => void,
  request: () => Promise<T>,
): Promise<T> {
  held++
  // A page that reloads before the response must not show the cache from before the change.
  cacheStore.clear(staleAfter(mutation))
  void queryClient.cancelQueries({ predicate: concerns(staleAfter(mutation)) })
  const takeBack = apply()
  try {
    return await request()
  } catch (reason) {
    takeBack()
    throw reason
  } finally {
    held--
    void forget([...new Set([...staleAfter(mutation), ...(held ? [] : waiting)])])
    if (!held) waiting.clear()
  }
}

export const forgetAll = () => forget(CACHE_TYPES)
