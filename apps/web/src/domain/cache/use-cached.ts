import { keepPreviousData, queryOptions, useQuery, type QueryKey } from '@tanstack/react-query'
import { cacheStore } from './browser-cache.ts'
import { isChanging, queryClient } from './cache.ts'
import { freshFor, LIFETIMES, type CacheType } from './cache-types.ts'

/** One server read: its cache type, its key within the type, and the request. */
export type CachedRead<T> = {
  type: CacheType
  key: readonly (string | number)[]
  read: (signal: AbortSignal) => Promise<T>
}

function cachedOptions<T>({ type, key, read }: CachedRead<T>) {
  const name = key.join('/')
  return queryOptions({
    queryKey: [type, ...key] as QueryKey,
    queryFn: async ({ signal }) => {
      const data = await read(signal)
      // An aborted read may be older than the change that aborted it.
      if (!signal.aborted && !isChanging()) cacheStore.write(type, name, data)
      return data
    },
    staleTime: freshFor(type),
    gcTime: LIFETIMES[type],
    initialData: () => cacheStore.read(type, name)?.data as T | undefined,
    initialDataUpdatedAt: () => cacheStore.read(type, name)?.timestamp,
  })
}

/** Beyond its lifetime, data is not shown from memory either (rule 27). */
function dropExpired(type: CacheType, queryKey: QueryKey) {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  if (!query || query.isActive() || query.state.data === undefined) return
  if (Date.now() - query.state.dataUpdatedAt >= LIFETIMES[type]) queryClient.removeQueries({ queryKey, exact: true })
}

/** Reads with the specification's lifetimes. `keepPrevious` shows the previous page until the next one is loaded. */
export function useCached<T>(read: CachedRead<T>, { enabled = true, keepPrevious = false } = {}) {
  const options = cachedOptions(read)
  dropExpired(read.type, options.queryKey)
  return useQuery({ ...options, enabled, ...(keepPrevious ? { placeholderData: keepPreviousData } : {}) }, queryClient)
}
