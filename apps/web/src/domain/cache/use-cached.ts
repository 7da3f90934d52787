import { keepPreviousData, queryOptions, useQuery, type QueryKey } from '@tanstack/react-query'
import { cacheStore } from './browser-cache.ts'
import { isChanging, queryClient } from './cache.ts'
import { freshFor, LIFETIMES, type CacheType } from './cache-types.ts'

/** One read of the server: which cache type, which key within it, and how to fetch it. */
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
      // An abandoned read may be older than the change that made it so.
      if (!signal.aborted && !isChanging()) cacheStore.write(type, name, data)
      return data
    },
    staleTime: freshFor(type),
    gcTime: LIFETIMES[type],
    initialData: () => cacheStore.read(type, name)?.data as T | undefined,
    initialDataUpdatedAt: () => cacheStore.read(type, name)?.timestamp,
  })
}

/** Beyond its lifetime nothing is shown, also from memory (rule 27). */
function dropExpired(type: CacheType, queryKey: QueryKey) {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  if (!query || query.isActive() || query.state.data === undefined) return
  if (Date.now() - query.state.dataUpdatedAt >= LIFETIMES[type]) queryClient.removeQueries({ queryKey, exact: true })
}

/** Reads with the specification's lifetimes. `keepPrevious` shows the last page until the next one is there. */
export function useCached<T>(read: CachedRead<T>, { enabled = true, keepPrevious = false } = {}) {
  const options = cachedOptions(read)
  dropExpired(read.type, options.queryKey)
  return useQuery({ ...options, enabled, ...(keepPrevious ? { placeholderData: keepPreviousData } : {}) }, queryClient)
}
