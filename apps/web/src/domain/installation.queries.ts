import * as routes from '@daymark/contracts/routes'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from './cache/cache.ts'
import { memoryQuery, type MemoryQuery } from './cache/use-cached.ts'

/** Reads facts about this installation. Needs no session. Returns undefined until loaded and after a failure. */
function useInstallationFacts<T>({ url, read }: MemoryQuery<T>) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => read(signal)
  return useQuery({ queryKey: [url], queryFn, retry: false }, queryClient).data
}

/** Returns which data this installation stores and for how long. */
export const usePrivacyFacts = () => useInstallationFacts(memoryQuery(routes.getPrivacyFacts))

/** Returns the backup settings of this installation. */
export const useBackupFacts = () => useInstallationFacts(memoryQuery(routes.getBackupFacts))

/** Returns whether this installation can encrypt stored files. */
export const useSecurityFacts = () => useInstallationFacts(memoryQuery(routes.getSecurityFacts))
