import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { queryClient } from '../../../domain/cache/cache.ts'
import type { Outcome } from '../../../lib/outcome.ts'

/** A query of the administration. `address` is its cache key. The data is cached in memory only. */
export type AdminQuery<T> = { address: string; read: (signal: AbortSignal) => Promise<T> }

/** The newest data of a query, and whether the last attempt failed. */
export type AdminResult<T> = { data: T | undefined; isFailed: boolean; updatedAt: number; refetch: () => void }

export const adminQueryKey = (address: string) => ['admin', address]

/** Runs a query and repeats it at an interval, but not while the tab is in the background. */
export function useAdminQuery<T>(read: AdminQuery<T>, everySeconds: number | null = null): AdminResult<T> {
  const query = useQuery(
    {
      queryKey: adminQueryKey(read.address),
      queryFn: ({ signal }) => read.read(signal),
      placeholderData: keepPreviousData,
      // Without data the interval stops and the user presses 'Try Again', because changing placeholders would distract.
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
