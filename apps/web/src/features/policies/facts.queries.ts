import * as routes from '@daymark/contracts/routes'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../domain/cache/cache.ts'
import { call } from '../../lib/api.ts'

/** What this installation does to keep copies; open to all. Undefined where it does not answer. */
export function useBackupFacts() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(routes.getBackupFacts, { signal })
  return useQuery({ queryKey: ['backupFacts'], queryFn, retry: false }, queryClient).data
}

/** Whether this installation can encrypt what it stores; open to all. Undefined where it does not answer. */
export function useSecurityFacts() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(routes.getSecurityFacts, { signal })
  return useQuery({ queryKey: ['securityFacts'], queryFn, retry: false }, queryClient).data
}
