import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../domain/cache/cache.ts'
import type { Outcome } from '../../../lib/outcome.ts'

/** A read of the administration: its address, which is also its key, and its request. Cached in memory only. */
export type AdminRead<T> = { address: string; read: (signal: AbortSignal) => Promise<T> }

/** The newest response, whether the last attempt failed, and the time of the last success. */
export type Reading<T> = { data: T | undefined; isFailed: boolean; readAt: number; readAgain: () => void }

export const keyOf = (address: string) => ['admin', address]

/** Reads when first shown and then at an interval, but never while the tab is in the background. */
export function useAdminRead<T>(read: AdminRead<T>, everySeconds: number | null = null): Reading<T> {
  const query = useQuery(
    {
      queryKey: keyOf(read.address),
      queryFn: ({ signal }) => read.read(signal),
      placeholderData: keepPreviousData,
      // Without any data the user presses 'Try Again': placeholders that come and go would be distracting.
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

/** After a change everything on screen is read again, because an action affects the list, the account and the audit log. */
export const readAgain = () => queryClient.invalidateQueries({ queryKey: ['admin'] })

export async function changing<T>(outcome: Promise<Outcome<T>>): Promise<Outcome<T>> {
  const done = await outcome
  await readAgain()
  return done
}
