import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../domain/cache/cache.ts'
import type { Outcome } from '../../../lib/outcome.ts'

/** What the administration reads: the address that it is known by, and the call. Kept in memory alone. */
export type AdminRead<T> = { address: string; read: (signal: AbortSignal) => Promise<T> }

/** What a card shows: the newest answer, whether the last try failed, and since when nothing newer came. */
export type Reading<T> = { data: T | undefined; isFailed: boolean; readAt: number; readAgain: () => void }

export const keyOf = (address: string) => ['admin', address]

/** Reads when first shown and then at an interval, but never while the tab is in the background. */
export function useAdminRead<T>(read: AdminRead<T>, everySeconds: number | null = null): Reading<T> {
  const query = useQuery(
    {
      queryKey: keyOf(read.address),
      queryFn: ({ signal }) => read.read(signal),
      placeholderData: keepPreviousData,
      // Where nothing could be read at all, somebody presses 'Try Again': grey boxes that come and go are no news.
      refetchInterval: ({ state }) => everySeconds !== null && state.data !== undefined && everySeconds * 1000,
    },
    queryClient,
  )
  return {
    data: query.data,
    isFailed: query.isError,
    readAt: query.dataUpdatedAt,
    readAgain: () => void query.refetch(),
  }
}

/** After a change everything on screen is read again: an act has more than one trace (the list, the account, the audit log). */
export const readAgain = () => queryClient.invalidateQueries({ queryKey: ['admin'] })

export async function changing<T>(outcome: Promise<Outcome<T>>): Promise<Outcome<T>> {
  const done = await outcome
  await readAgain()
  return done
}
