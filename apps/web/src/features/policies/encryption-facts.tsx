import * as routes from '@daymark/contracts/routes'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../domain/cache/cache.ts'
import { call } from '../../lib/api.ts'

/** L-SEC-03: what this installation does, from its own configuration. Nothing where it does not answer. */
export function EncryptionFacts() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(routes.getSecurityFacts, { signal })
  const { data } = useQuery({ queryKey: ['securityFacts'], queryFn, retry: false }, queryClient)
  if (!data) return null
  if (!data.encryption.configured)
    return (
      <p>This installation has no key for encryption: uploads of these plans are refused here, not stored plain.</p>
    )
  return <p>As it is set up here: photos of these plans are encrypted in the store, with a key for each file.</p>
}
