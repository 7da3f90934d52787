import { QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { cacheStore, onClear, onTabMessage, notifyOtherTabs } from './browser-cache.ts'
import { CACHE_TYPES, type CacheType } from './cache-types.ts'
import { staleAfter, type Mutation } from './invalidation.ts'

const RETRIES = 2
const isWorthRetrying = (reason: unknown) => reason instanceof ApiError && reason.isPassing

/** Server state in memory. Its keys begin with a cache type; the CacheStore is what survives a reload. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, reason) => count < RETRIES && isWorthRetrying(reason), networkMode: 'always' },
  },
})
onClear(() => queryClient.clear())
// L-CACHE-08: what another tab changed is stale here too.
onTabMessage(message => 'forget' in message && void forget(message.forget, { notifyOthers: false }))

const concerns = (types: readonly CacheType[]) => (query: Query) => types.includes(query.queryKey[0] as CacheType)

/** Optimistic changes under way: while there are any, a read could bring back what was just changed on screen. */
let held = 0
const waiting = new Set<CacheType>()
/** A response that arrives during the change may be older than it. */
export const isChanging = () => held > 0

function readAgain(types: readonly CacheType[]) {
  // Also a first read under way: it may have been answered before the change.
  void queryClient.cancelQueries({ predicate: concerns(types) })
  return queryClient.invalidateQueries({ predicate: concerns(types) })
}

/** Drops what is cached of these types, here and in the other tabs, and reads again what is on screen. */
export async function forget(types: readonly CacheType[], { notifyOthers = true } = {}) {
  cacheStore.clear(types)
  if (notifyOthers) notifyOtherTabs({ forget: [...types] })
  if (held > 0) types.forEach(type => waiting.add(type))
  else await readAgain(types)
}

export const invalidate = (mutation: Mutation) => forget(staleAfter(mutation))

/**
 * Shows a change at once, then asks for it. `apply` answers how to take it back, which happens if the request fails;
 * the failure is then thrown. Reads of the types concerned wait until the last such change is decided.
 */
export async function optimistic<T>(
  mutation: Mutation,
  apply: () => () => void,
  request: () => Promise<T>,
): Promise<T> {
  held++
  // A page that is loaded again before the answer must not show what was kept before the change.
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
