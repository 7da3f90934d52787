import { samples } from 'virtual:samples'
import { Link } from '../../../lib/router.ts'
import { CodeBlock } from '../code/code-block.tsx'
import { Languages, languageName } from '../code/languages.tsx'
import { PageHead, PageSection } from '../frame/page-head.tsx'
import styles from '../frame/page.module.css'
import { FactTable } from './fact-table.tsx'

/** rule 44 */
const SCOPES = [
  ['read', 'View photos, albums, tags, links and statistics.'],
  ['write', 'Upload, create, change and delete. Includes delete and share.'],
  ['delete', 'Delete photos, albums and links only.'],
  ['share', 'Create, change and revoke share links only.'],
  ['webhooks', 'Subscribe to events and view deliveries.'],
  ['admin', 'Everything, including creating and revoking tokens.'],
] as const

/** rule 47 */
const REFUSALS = [
  ['401', 'Missing or invalid token', 'The token is missing, invalid or revoked.'],
  ['401', 'Token expired. Generate a new one.', 'The token has expired.'],
  ['403', 'Insufficient permissions', 'The token lacks a scope. The response names it.'],
  [
    '403',
    'API access requires a higher plan',
    'The token is valid, but the plan does not include API access. The response names the plan.',
  ],
  ['429', 'Rate limit exceeded', 'Wait for the time in Retry-After, then back off exponentially.'],
] as const

/** S-DEV-07 */
export function Authentication() {
  return (
    <>
      <PageHead
        title="Authentication"
        lead="Every call except health and version needs a personal access token in the Authorization header."
      />
      <div className={styles['samples']}>
        <Languages>
          {language => <CodeBlock title={languageName(language)} lines={samples[`authenticate.${language}`] ?? []} />}
        </Languages>
      </div>
      <PageSection id="tokens" title="Tokens">
        <p>
          Create a token in the <Link to="/developers/vault">Token Vault</Link>. It begins with <code>dm_</code>, is
          shown once, and works until its last day or until you revoke it, which takes effect within a second. Only a
          hash (SHA-256) of it is stored: a token that is lost cannot be read again, so make a new one and revoke the
          old one.
        </p>
        <p>
          A token in an address is never accepted, since addresses end up in logs. Keep tokens out of web pages and
          repositories; one token for each program, with the fewest scopes, can be revoked without stopping the others.
        </p>
      </PageSection>
      <PageSection id="scopes" title="Scopes">
        <FactTable caption="Scopes" heads={['Scope', 'What it allows']} rows={SCOPES} />
        <p>A token cannot create a token with more scopes than its own.</p>
      </PageSection>
      <PageSection id="refusals" title="When a call is refused">
        <FactTable caption="Refusals" heads={['Status', 'Message', 'What it means']} rows={REFUSALS} />
        <p>
          A token may make 120 calls at once, unless this installation says otherwise. They come back evenly, one each
          half a second: in the long run that is 120 a minute, while a minute that begins after a pause can hold up to
          239. Uploads are counted by themselves, 600 and one each six seconds.
        </p>
      </PageSection>
    </>
  )
}
