import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../domain/cache/cache.ts'
import type { MemoryQuery } from '../../../domain/cache/use-cached.ts'
import type { Outcome } from '../../../lib/outcome.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { BusyIcon } from '../../../ui/feedback/spinner.tsx'
import styles from './table.module.css'

/** The newest data of a query, and whether the last request failed. */
export type AdminResult<T> = { data: T | undefined; isFailed: boolean; updatedAtMs: number; refetch: () => void }

const adminQueryKey = (url: string) => ['admin', url]

/** Runs a query and repeats it at an interval, except while the browser tab is in the background. */
export function useAdminQuery<T>({ url, read }: MemoryQuery<T>, intervalSeconds: number | null = null): AdminResult<T> {
  const query = useQuery(
    {
      queryKey: adminQueryKey(url),
      queryFn: ({ signal }) => read(signal),
      placeholderData: keepPreviousData,
      // A failed first read is not repeated automatically, because recurring placeholders would distract. The user
      // presses Try Again.
      refetchInterval: ({ state }) => intervalSeconds !== null && state.data !== undefined && intervalSeconds * 1000,
    },
    queryClient,
  )
  return {
    data: query.data,
    isFailed: query.isError,
    updatedAtMs: query.dataUpdatedAt,
    refetch: () => void query.refetch(),
  }
}

/** Refetches all data of the administration, because a change affects lists, accounts and the audit log. */
export const refetchAdminData = () => queryClient.invalidateQueries({ queryKey: ['admin'] })

/** Waits for the outcome of a change and refetches all data of the administration. */
export async function refetchAdminDataAfter<T>(outcome: Promise<Outcome<T>>): Promise<Outcome<T>> {
  const result = await outcome
  await refetchAdminData()
  return result
}

/** A page of a list. `nextCursor` identifies the next page; null: this is the last page. */
type Page<T> = { items: readonly T[]; nextCursor: string | null }
export type PagedQuery<T> = {
  url: string
  readPage: (cursor: string | null, signal?: AbortSignal) => Promise<Page<T>>
}

/** Reads a list page by page. */
export function usePagedQuery<T>({ url, readPage }: PagedQuery<T>) {
  const queryKey = adminQueryKey(url)
  const [loadMoreState, setLoadMoreState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const query = useQuery(
    { queryKey, queryFn: ({ signal }) => readPage(null, signal), placeholderData: keepPreviousData },
    queryClient,
  )
  const showMore = async () => {
    const previous = query.data
    if (!previous?.nextCursor) return
    setLoadMoreState('busy')
    try {
      const page = await readPage(previous.nextCursor)
      // If the list was reloaded during the request, the page does not continue the reloaded list and is ignored.
      queryClient.setQueryData<Page<T>>(queryKey, current =>
        current === previous ? { items: [...current.items, ...page.items], nextCursor: page.nextCursor } : current,
      )
      setLoadMoreState('idle')
    } catch {
      setLoadMoreState('failed')
    }
  }
  const result: AdminResult<Page<T>> = {
    data: query.data,
    isFailed: query.isError,
    updatedAtMs: query.dataUpdatedAt,
    refetch: () => void query.refetch(),
  }
  return { result, loadMoreState, showMore: () => void showMore(), isPreviousData: query.isPlaceholderData }
}

type ShowMoreButtonProps = {
  page: { nextCursor: string | null }
  loadMoreState: 'idle' | 'busy' | 'failed'
  onMore: () => void
}

/** The button that loads the next page of a list. Renders nothing on the last page. */
export function ShowMoreButton({ page, loadMoreState, onMore }: ShowMoreButtonProps) {
  if (!page.nextCursor) return null
  return (
    <div className={styles['more']}>
      {loadMoreState === 'failed' && <p role="alert">Could not load more items.</p>}
      <Button disabled={loadMoreState === 'busy'} icon={loadMoreState === 'busy' && <BusyIcon />} onClick={onMore}>
        {loadMoreState === 'failed' ? 'Try Again' : 'Show More'}
      </Button>
    </div>
  )
}
