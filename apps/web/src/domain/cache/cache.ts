import { QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { CACHE_TYPES, cacheStore, type CacheType, notifyOtherTabs, onClear, onTabMessage } from './cache-store.ts'
import { staleTypesAfter, type Mutation } from './invalidation.ts'

const MAX_RETRIES = 2
const isWorthRetrying = (reason: unknown) => reason instanceof ApiError && reason.isTemporary

/**
 * Caches server data in memory. Each key begins with a cache type. CacheStore keeps the entries that survive a reload.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, reason) => count < MAX_RETRIES && isWorthRetrying(reason), networkMode: 'always' },
  },
})
onClear(() => queryClient.clear())
// L-CACHE-08: invalidates the types that another tab invalidated.
onTabMessage(message => 'invalidate' in message && void invalidateTypes(message.invalidate, { notifyOthers: false }))

const hasTypeIn = (types: readonly CacheType[]) => (query: Query) => types.includes(query.queryKey[0] as CacheType)

/**
 * The number of optimistic changes whose response has not arrived. A read during this time could revert the change on
 * screen.
 */
let pendingChangeCount = 0
/** The types that are refetched as soon as no optimistic change is pending. */
const deferredTypes = new Set<CacheType>()
/** Whether an optimistic change is pending. The data of a response that arrives now may be older than the change. */
export const hasPendingChanges = () => pendingChangeCount > 0

function refetchTypes(types: readonly CacheType[]) {
  // Pending reads are canceled, because the server may have processed them before the change.
  void queryClient.cancelQueries({ predicate: hasTypeIn(types) })
  return queryClient.invalidateQueries({ predicate: hasTypeIn(types) })
}

/** Removes the cached data of these types in all tabs and refetches the data on screen. */
export async function invalidateTypes(types: readonly CacheType[], { notifyOthers = true } = {}) {
  cacheStore.clear(types)
  if (notifyOthers) notifyOtherTabs({ invalidate: [...types] })
  if (pendingChangeCount > 0) types.forEach(type => deferredTypes.add(type))
  else await refetchTypes(types)
}

export const invalidate = (mutation: Mutation) => invalidateTypes(staleTypesAfter(mutation))

/**
 * Applies a change on screen before its request. `apply` returns the function that reverts the change. If the request
 * fails, the change is reverted and the error thrown. Refetches wait until no optimistic change is pending.
 */
export async function applyOptimistically<T>(
  mutation: Mutation,
  apply: () => () => void,
  request: () => Promise<T>,
): Promise<T> {
  pendingChangeCount++
  // Stored entries are removed too, because a reload before the response would show the old data.
  cacheStore.clear(staleTypesAfter(mutation))
  void queryClient.cancelQueries({ predicate: hasTypeIn(staleTypesAfter(mutation)) })
  const revert = apply()
  try {
    return await request()
  } catch (reason) {
    revert()
    throw reason
  } finally {
    pendingChangeCount--
    void invalidateTypes([...new Set([...staleTypesAfter(mutation), ...(pendingChangeCount ? [] : deferredTypes)])])
    if (!pendingChangeCount) deferredTypes.clear()
  }
}

export const invalidateAll = () => invalidateTypes(CACHE_TYPES)
