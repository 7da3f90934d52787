import { type http, MAX_LIST_LIMIT } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../domain/cache/cache.ts'
import { TRASH_KEY } from '../../domain/trash/restore.actions.ts'
import { call } from '../../lib/api.ts'

const PAGE_SIZE = 100

/** Reads the newest deleted items of one kind, at most `count`. */
async function readTrash(kind: http.TrashKind, count: number, signal: AbortSignal): Promise<http.TrashList> {
  const limit = Math.min(count, MAX_LIST_LIMIT)
  let list = await call(routes.listTrash, { query: { kind, limit }, signal })
  while (list.items.length < Math.min(count, list.total)) {
    const next = await call(routes.listTrash, { query: { kind, limit, offset: list.items.length }, signal })
    if (next.items.length === 0) break
    // If an item was removed between the two requests, another item can be on both pages.
    const items = new Map([...list.items, ...next.items].map(item => [item.id, item]))
    list = { ...next, items: [...items.values()] }
  }
  return list
}

/** Reads the deleted items of one kind, without caching them. `onMore` loads further items; null if all are loaded. */
export function useTrash(kind: http.TrashKind) {
  const [count, setCount] = useState(PAGE_SIZE)
  const query = useQuery(
    {
      queryKey: [TRASH_KEY, kind, count],
      queryFn: ({ signal }) => readTrash(kind, count, signal),
      placeholderData: keepPreviousData,
      staleTime: 0,
      gcTime: 0,
    },
    queryClient,
  )
  const list = query.data?.kind === kind ? query.data : undefined
  return {
    list,
    counts: query.data?.counts,
    retentionDays: query.data?.days,
    isFailed: query.isError,
    reload: () => void query.refetch(),
    onMore: list && list.items.length < list.total ? () => setCount(list.items.length + PAGE_SIZE) : null,
    isLoadingMore: query.isPlaceholderData,
  }
}
