import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../domain/cache/cache.ts'
import type { MemoryQuery } from '../../../domain/cache/use-cached.ts'

const settingKey = ({ url }: { url: string }) => ['settings', url]

/** Reads a setting. The data is cached in memory only. */
export function useSetting<T>(setting: MemoryQuery<T>) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => setting.read(signal)
  const query = useQuery({ queryKey: settingKey(setting), queryFn }, queryClient)
  return { data: query.data, isFailed: query.isError, refetch: () => void query.refetch() }
}

/** Replaces the cached value by the response to a change. */
export const updateSetting = <T>(setting: MemoryQuery<T>, value: T) =>
  void queryClient.setQueryData<unknown>(settingKey(setting), value)
export const refetchSetting = (setting: MemoryQuery<unknown>) =>
  queryClient.invalidateQueries({ queryKey: settingKey(setting) })
