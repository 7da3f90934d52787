import { samples } from 'virtual:samples'
import { Link } from '../../lib/router.tsx'
import { CodeBlock } from './code/code-block.tsx'
import { findLanguageName, LanguageTabs } from './code/languages.tsx'
import { PageHead, PageSection } from './frame/page-head.tsx'
import styles from './frame/frame.module.css'
import { ReferenceTable } from './code/reference-table.tsx'

/** rule 44: the scopes of tokens. */
const SCOPE_DESCRIPTIONS = [
  ['read', 'View photos, albums, tags, links and statistics.'],
  ['write', 'Upload, create, change and delete. Includes the scopes delete and share.'],
  ['delete', 'Delete photos, albums and links only.'],
  ['share', 'Create, change and revoke share links only.'],
  ['webhooks', 'Subscribe to events and view deliveries.'],
  ['admin', 'Everything, including creating and revoking tokens.'],
] as const

/** rule 47: the error responses to an invalid token. */
const ERROR_RESPONSES = [
  ['401', 'Missing or invalid token', 'The token is missing, invalid or revoked.'],
  ['401', 'Token expired. Generate a new one.', 'The token has expired.'],
  ['403', 'Insufficient permissions', 'The token lacks a scope that the call requires. The response names the scope.'],
  [
    '403',
    'API access requires a higher plan',
    'The token is valid, but your plan does not include API access. The response names the plan that is required.',
  ],
  ['429', 'Rate limit exceeded', 'Wait for the time in Retry-After, then back off exponentially.'],
] as const

/** S-DEV-07: the page about tokens, scopes and errors. */
export function Authentication() {
  return (
    <>
      <PageHead
        title="Authentication"
        description="Every call except health and version needs a personal access token in the Authorization header."
      />
      <div className={styles['samples']}>
        <LanguageTabs>
          {language => (
            <CodeBlock title={findLanguageName(language)} lines={samples[`authenticate.${language}`] ?? []} />
          )}
        </LanguageTabs>
      </div>
      <PageSection id="tokens" title="Tokens">
        <p>
          Create a token in the <Link to="/developers/vault">Token Vault</Link>. A token begins with <code>dm_</code>,
          is shown once, and works until it expires or you revoke it. Revoking takes effect within a second. Daymark
          stores only the SHA-256 hash of a token. If you lose a token, create a new token and revoke the lost one.
        </p>
        <p>
          Tokens in the URL are never accepted, because URLs appear in logs. Keep tokens out of web pages and
          repositories. Use one token per program, with only the scopes it needs, so that you can revoke each
          separately.
        </p>
      </PageSection>
      <PageSection id="scopes" title="Scopes">
        <ReferenceTable caption="Scopes" columns={['Scope', 'What it allows']} rows={SCOPE_DESCRIPTIONS} />
        <p>A token cannot create a token with more scopes than its own.</p>
      </PageSection>
      <PageSection id="errors" title="Errors">
        <ReferenceTable caption="Errors" columns={['Status', 'Message', 'Meaning']} rows={ERROR_RESPONSES} />
        <p>
          By default a token has a quota of 120 calls, which refills at two calls per second: 120 calls per minute on
          average, and up to 239 in the first minute after a pause. Uploads have their own quota of 600, which refills
          at one upload every six seconds.
        </p>
      </PageSection>
    </>
  )
}
