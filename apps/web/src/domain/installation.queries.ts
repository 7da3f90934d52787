import * as routes from '@daymark/contracts/routes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { queryClient } from './cache/cache.ts'

/**
 * Reads which data this installation stores and for how long. Needs no session. Returns undefined until loaded and
 * after a failure.
 */
export function usePrivacyFacts() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(routes.getPrivacyFacts, { signal })
  return useQuery({ queryKey: ['privacyFacts'], queryFn, retry: false }, queryClient).data
}

/**
 * Reads the backup settings of this installation. Needs no session. Returns undefined until loaded and after a failure.
 */
export function useBackupFacts() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(routes.getBackupFacts, { signal })
  return useQuery({ queryKey: ['backupFacts'], queryFn, retry: false }, queryClient).data
}

/**
 * Reads whether this installation can encrypt stored files. Needs no session. Returns undefined until loaded and after
 * a failure.
 */
export function useSecurityFacts() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(routes.getSecurityFacts, { signal })
  return useQuery({ queryKey: ['securityFacts'], queryFn, retry: false }, queryClient).data
}
