import * as routes from '@daymark/contracts/routes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../cache/cache.ts'

/** What this installation stores and for how long, from its configuration; public. Undefined on failure. */
export function usePrivacyFacts() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(routes.getPrivacyFacts, { signal })
  return useQuery({ queryKey: ['privacyFacts'], queryFn, retry: false }, queryClient).data
}
