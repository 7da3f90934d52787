import { type http, LIBRARY_FETCH_LIMIT } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../domain/cache/cache.ts'
import { TRASH_KEY } from '../../domain/trash/restore.actions.ts'
import { call } from '../../lib/api.ts'

const STEP = 100

/** The newest deleted items of one kind, up to a number. */
async function read(kind: http.TrashKind, wanted: number, signal: AbortSignal): Promise<http.TrashList> {
  const limit = Math.min(wanted, LIBRARY_FETCH_LIMIT)
  let list = await call(routes.listTrash, { query: { kind, limit }, signal })
  while (list.items.length < Math.min(wanted, list.total)) {
    const next = await call(routes.listTrash, { query: { kind, limit, offset: list.items.length }, signal })
    if (next.items.length === 0) break
    // After a removal, an item may be on both pages.
    const items = new Map([...list.items, ...next.items].map(item => [item.id, item]))
    list = { ...next, items: [...items.values()] }
  }
  return list
}

/** The deleted items of one kind, always read from the server, with more on request. */
export function useTrash(kind: http.TrashKind) {
  const [wanted, setWanted] = useState(STEP)
  const query = useQuery(
    {
      queryKey: [TRASH_KEY, kind, wanted],
      queryFn: ({ signal }) => read(kind, wanted, signal),
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
    days: query.data?.days,
    isFailed: query.isError,
    readAgain: () => void query.refetch(),
    more: list && list.items.length < list.total ? () => setWanted(list.items.length + STEP) : null,
    isReading: query.isPlaceholderData,
  }
}
