import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../domain/cache/cache.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { BusyIcon } from '../../../ui/feedback/busy-mark.tsx'
import { adminQueryKey, type AdminResult } from './use-admin-read.ts'
import styles from './table.module.css'

/** A page of a list with the cursor of the next page. Null: this is the last page. */
type Page<T> = { items: readonly T[]; next: string | null }
export type PagedQuery<T> = {
  address: string
  readPage: (after: string | null, signal?: AbortSignal) => Promise<Page<T>>
}

/** Reads a list page by page. */
export function usePagedQuery<T>({ address, readPage }: PagedQuery<T>) {
  const queryKey = adminQueryKey(address)
  const [more, setMore] = useState<'idle' | 'busy' | 'failed'>('idle')
  const query = useQuery(
    { queryKey, queryFn: ({ signal }) => readPage(null, signal), placeholderData: keepPreviousData },
    queryClient,
  )
  const showMore = async () => {
    const before = query.data
    if (!before?.next) return
    setMore('busy')
    try {
      const page = await readPage(before.next)
      // If the list was reloaded, this page does not belong to it.
      queryClient.setQueryData<Page<T>>(queryKey, now =>
        now === before ? { items: [...now.items, ...page.items], next: page.next } : now,
      )
      setMore('idle')
    } catch {
      setMore('failed')
    }
  }
  const reading: AdminResult<Page<T>> = {
    data: query.data,
    isFailed: query.isError,
    updatedAt: query.dataUpdatedAt,
    refetch: () => void query.refetch(),
  }
  return { reading, more, showMore: () => void showMore(), isPreviousData: query.isPlaceholderData }
}

type Props = { page: { next: string | null }; more: 'idle' | 'busy' | 'failed'; onMore: () => void }

/** The button that loads the next page of a list. Renders nothing on the last page. */
export function ShowMoreButton({ page, more, onMore }: Props) {
  if (!page.next) return null
  return (
    <div className={styles['more']}>
      {more === 'failed' && <p role="alert">More items could not be loaded.</p>}
      <Button disabled={more === 'busy'} icon={more === 'busy' && <BusyIcon />} onClick={onMore}>
        {more === 'failed' ? 'Try Again' : 'Show More'}
      </Button>
    </div>
  )
}
