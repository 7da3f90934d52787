import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../domain/cache/cache.ts'

/** A query for settings of the account. `path` is its cache key. */
export type Setting<T> = { path: string; read: (signal: AbortSignal) => Promise<T> }

const settingKey = ({ path }: { path: string }) => ['settings', path]

/** Reads a setting. The data is cached in memory only. */
export function useSetting<T>(setting: Setting<T>) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => setting.read(signal)
  const query = useQuery({ queryKey: settingKey(setting), queryFn }, queryClient)
  return { data: query.data, isFailed: query.isError, refetch: () => void query.refetch() }
}

/** Replaces the cached value by the response to a change. */
export const updateSetting = <T>(setting: Setting<T>, value: T) =>
  void queryClient.setQueryData<unknown>(settingKey(setting), value)
export const refetchSetting = (setting: Setting<unknown>) =>
  queryClient.invalidateQueries({ queryKey: settingKey(setting) })
