import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../domain/cache/cache.ts'

/** A setting of the account: its address and its request. */
export type Setting<T> = { path: string; read: (signal: AbortSignal) => Promise<T> }

const keyOf = ({ path }: { path: string }) => ['settings', path]

/** Read when its section is shown, and cached in memory only. */
export function useSetting<T>(setting: Setting<T>) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => setting.read(signal)
  const query = useQuery({ queryKey: keyOf(setting), queryFn }, queryClient)
  return { data: query.data, isFailed: query.isError, readAgain: () => void query.refetch() }
}

/** The response of a change replaces the cached value. */
export const showSetting = <T>(setting: Setting<T>, answer: T) =>
  void queryClient.setQueryData<unknown>(keyOf(setting), answer)
export const readSetting = (setting: Setting<unknown>) => queryClient.invalidateQueries({ queryKey: keyOf(setting) })
