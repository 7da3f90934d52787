import { useSecurityFacts } from './facts.queries.ts'

/** L-SEC-03: facts from the configuration of this installation. Empty on failure. */
export function EncryptionFacts() {
  const data = useSecurityFacts()
  if (!data) return null
  if (!data.encryption.configured)
    return (
      <p>This installation has no encryption key: uploads on these plans are rejected instead of stored unencrypted.</p>
    )
  return <p>In this installation, photos of these plans are encrypted in the store, with a key for each file.</p>
}
