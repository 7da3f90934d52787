import { useSecurityFacts } from './facts.queries.ts'

/** L-SEC-03: what this installation does, from its own configuration. Nothing where it does not answer. */
export function EncryptionFacts() {
  const data = useSecurityFacts()
  if (!data) return null
  if (!data.encryption.configured)
    return (
      <p>This installation has no key for encryption: uploads of these plans are refused here, not stored plain.</p>
    )
  return <p>As it is set up here: photos of these plans are encrypted in the store, with a key for each file.</p>
}
