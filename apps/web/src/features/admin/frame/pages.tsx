import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../domain/cache/cache.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { BusyIcon } from '../../../ui/feedback/busy-mark.tsx'
import { keyOf, type Reading } from './use-admin-read.ts'
import styles from './table.module.css'

/** A page of a long list and the cursor of the next one; null: the last page. */
type Page<T> = { items: readonly T[]; next: string | null }
export type Paged<T> = { address: string; readPage: (after: string | null, signal?: AbortSignal) => Promise<Page<T>> }

/** A list that is read page by page. */
export function usePages<T>({ address, readPage }: Paged<T>) {
  const queryKey = keyOf(address)
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
      // The list was reloaded from the start, so this page does not fit any more.
      queryClient.setQueryData<Page<T>>(queryKey, now =>
        now === before ? { items: [...now.items, ...page.items], next: page.next } : now,
      )
      setMore('idle')
    } catch {
      setMore('failed')
    }
  }
  const reading: Reading<Page<T>> = {
    data: query.data,
    isFailed: query.isError,
    readAt: query.dataUpdatedAt,
    readAgain: () => void query.refetch(),
  }
  return { reading, more, showMore: () => void showMore(), isOther: query.isPlaceholderData }
}

type Props = { page: { next: string | null }; more: 'idle' | 'busy' | 'failed'; onMore: () => void }

/** The end of a list with more pages. */
export function More({ page, more, onMore }: Props) {
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
