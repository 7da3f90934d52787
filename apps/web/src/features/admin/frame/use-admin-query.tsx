import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { queryClient } from '../../../domain/cache/cache.ts'
import type { Outcome } from '../../../lib/outcome.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { BusyIcon } from '../../../ui/feedback/busy-icon.tsx'
import styles from './table.module.css'

/** A query of the administration. `address` is its cache key. The data is cached in memory only. */
export type AdminQuery<T> = { address: string; read: (signal: AbortSignal) => Promise<T> }

/** The newest data of a query, and whether the last attempt failed. */
export type AdminResult<T> = { data: T | undefined; isFailed: boolean; updatedAt: number; refetch: () => void }

const adminQueryKey = (address: string) => ['admin', address]

/** Runs a query and repeats it at an interval, but not while the tab is in the background. */
export function useAdminQuery<T>(read: AdminQuery<T>, everySeconds: number | null = null): AdminResult<T> {
  const query = useQuery(
    {
      queryKey: adminQueryKey(read.address),
      queryFn: ({ signal }) => read.read(signal),
      placeholderData: keepPreviousData,
      // If the first read failed, nothing is repeated automatically, because placeholders that appear again and again
      // would distract. The user presses 'Try Again'.
      refetchInterval: ({ state }) => everySeconds !== null && state.data !== undefined && everySeconds * 1000,
    },
    queryClient,
  )
  return {
    data: query.data,
    isFailed: query.isError,
    updatedAt: query.dataUpdatedAt,
    refetch: () => void query.refetch(),
  }
}

/** Refetches all data of the administration, because a change affects lists, accounts and the audit log. */
export const refetchAll = () => queryClient.invalidateQueries({ queryKey: ['admin'] })

export async function refetchAfter<T>(outcome: Promise<Outcome<T>>): Promise<Outcome<T>> {
  const done = await outcome
  await refetchAll()
  return done
}

/** Returns whether an element is visible. True before the browser has measured. */
export function useInView(ref: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(entries => setInView(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return isInView
}

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
      // If the list was reloaded during the request, this page does not belong to it and is ignored.
      queryClient.setQueryData<Page<T>>(queryKey, now =>
        now === before ? { items: [...now.items, ...page.items], next: page.next } : now,
      )
      setMore('idle')
    } catch {
      setMore('failed')
    }
  }
  const result: AdminResult<Page<T>> = {
    data: query.data,
    isFailed: query.isError,
    updatedAt: query.dataUpdatedAt,
    refetch: () => void query.refetch(),
  }
  return { reading: result, more, showMore: () => void showMore(), isPreviousData: query.isPlaceholderData }
}

type Props = { page: { next: string | null }; more: 'idle' | 'busy' | 'failed'; onMore: () => void }

/** The button that loads the next page of a list. Renders nothing on the last page. */
export function ShowMoreButton({ page, more, onMore }: Props) {
  if (!page.next) return null
  return (
    <div className={styles['more']}>
      {more === 'failed' && <p role="alert">Could not load more items.</p>}
      <Button disabled={more === 'busy'} icon={more === 'busy' && <BusyIcon />} onClick={onMore}>
        {more === 'failed' ? 'Try Again' : 'Show More'}
      </Button>
    </div>
  )
}
