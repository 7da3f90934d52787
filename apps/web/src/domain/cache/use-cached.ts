import type { Answer, Route } from '@daymark/contracts'
import { keepPreviousData, queryOptions, useQuery, type QueryKey } from '@tanstack/react-query'
import { call, urlOf, type CallArguments } from '../../lib/api.ts'
import { cacheStore, type CacheType, freshDurationMs, LIFETIMES_MS } from './cache-store.ts'
import { hasPendingChanges, queryClient } from './cache.ts'

/** A cached read of the API: its cache type, its key within the type, and its request. */
export type CachedQuery<T> = {
  type: CacheType
  key: readonly (string | number)[]
  read: (signal: AbortSignal) => Promise<T>
}

/** A read of the API whose data is cached in memory only. The URL is its key. */
export type MemoryQuery<T> = { url: string; read: (signal: AbortSignal) => Promise<T> }

export const memoryQuery = <R extends Route>(route: R, ...callArguments: CallArguments<R>): MemoryQuery<Answer<R>> => ({
  url: urlOf(route, ...callArguments),
  read: signal => call(route, ...([{ ...callArguments[0], signal }] as unknown as CallArguments<R>)),
})

/** Returns the cached read of a route. Its key is the URL of the call. */
export function cachedQuery<R extends Route>(
  type: CacheType,
  route: R,
  ...callArguments: CallArguments<R>
): CachedQuery<Answer<R>> {
  const { url, read } = memoryQuery(route, ...callArguments)
  return { type, key: [url], read }
}

function toQueryOptions<T>({ type, key, read }: CachedQuery<T>) {
  const name = key.join('/')
  return queryOptions({
    queryKey: [type, ...key] as QueryKey,
    queryFn: async ({ signal }) => {
      const data = await read(signal)
      // An aborted read is not stored: a change aborted it, and its data may be older than this change.
      if (!signal.aborted && !hasPendingChanges()) cacheStore.write(type, name, data)
      return data
    },
    staleTime: freshDurationMs(type),
    gcTime: LIFETIMES_MS[type],
    initialData: () => cacheStore.read(type, name)?.data as T | undefined,
    initialDataUpdatedAt: () => cacheStore.read(type, name)?.timestamp,
  })
}

/** rule 27: removes data from memory if its lifetime has ended. */
function removeExpiredData(type: CacheType, queryKey: QueryKey) {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  if (!query || query.isActive() || query.state.data === undefined) return
  if (Date.now() - query.state.dataUpdatedAt >= LIFETIMES_MS[type]) queryClient.removeQueries({ queryKey, exact: true })
}

/** Runs a cached query. With `keepPrevious` it returns the previous page until the next one is loaded. */
export function useCached<T>(query: CachedQuery<T>, { enabled = true, keepPrevious = false } = {}) {
  const options = toQueryOptions(query)
  removeExpiredData(query.type, options.queryKey)
  return useQuery({ ...options, enabled, ...(keepPrevious ? { placeholderData: keepPreviousData } : {}) }, queryClient)
}
