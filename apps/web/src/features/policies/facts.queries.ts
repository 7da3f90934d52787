import * as routes from '@daymark/contracts/routes'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../domain/cache/cache.ts'
import { call } from '../../lib/api.ts'

/** The backup settings of this installation; public. Undefined on failure. */
export function useBackupFacts() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(routes.getBackupFacts, { signal })
  return useQuery({ queryKey: ['backupFacts'], queryFn, retry: false }, queryClient).data
}

/** Whether this installation can encrypt stored files; public. Undefined on failure. */
export function useSecurityFacts() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(routes.getSecurityFacts, { signal })
  return useQuery({ queryKey: ['securityFacts'], queryFn, retry: false }, queryClient).data
}
