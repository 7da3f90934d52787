import type { http, Scope } from '@daymark/contracts'
import { KeyRound, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { formatDate, formatShortDateTime } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/overlay/overlay-store.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { PageHead, PlanNotice } from '../frame/page-head.tsx'
import { SecretDialog } from '../frame/secret.dialog.tsx'
import { createToken, TOKEN_LIFETIMES, VAULT_SCOPES, revokeToken, tokensQuery, type TokenRequest } from './vault.api.ts'
import styles from './vault.module.css'

/** S-VAULT-01: the API tokens of the user. */
export function Vault() {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [createdToken, setCreatedToken] = useState<string | null>(null)
  const { data, isError, refetch } = useCached(tokensQuery())
  return (
    <>
      <PageHead
        title="Token Vault"
        description="Personal access tokens let your programs use the API as you. Each token expires, and you can revoke it at any time."
      >
        <Button appearance="primary" icon={<Plus aria-hidden />} onClick={() => setDialogOpen(true)}>
          New Token
        </Button>
      </PageHead>
      <PlanNotice>
        {plan =>
          `API access requires the ${plan} plan. You can create tokens now, but calls are rejected until you upgrade.`
        }
      </PlanNotice>
      {isError && (
        <Notice tone="danger" action={<Button onClick={() => void refetch()}>Try Again</Button>}>
          Failed to load tokens
        </Notice>
      )}
      {!data && !isError && <TokensSkeleton />}
      {data && <TokenList tokens={data} />}
      {isDialogOpen && (
        <NewTokenDialog
          onClose={() => setDialogOpen(false)}
          onCreated={token => {
            setDialogOpen(false)
            setCreatedToken(token)
          }}
        />
      )}
      {createdToken && <CreatedTokenDialog token={createdToken} onClose={() => setCreatedToken(null)} />}
    </>
  )
}

function TokenList({ tokens }: { tokens: readonly http.v1.Token[] }) {
  if (tokens.length === 0)
    return (
      <EmptyState
        icon={<KeyRound aria-hidden />}
        title="No tokens yet"
        text="Create a token for each program, with only the scopes that the program needs."
      />
    )
  return (
    <ul aria-label="Tokens" className="surface">
      {tokens.map(token => (
        <TokenRow key={token.id} token={token} />
      ))}
    </ul>
  )
}

const TokensSkeleton = () => (
  <Skeletons label="Loading tokens" className="stack-2">
    <Skeleton className={styles['loading-row']} />
    <Skeleton className={styles['loading-row']} />
  </Skeletons>
)

/** S-VAULT-05: a token with its scopes, expiry and last use. */
function TokenRow({ token }: { token: http.v1.Token }) {
  const { id, prefix, scopes, expiresAt, lastUsedAt } = token
  const [isBusy, setBusy] = useState(false)
  const [now] = useState(() => Date.now())
  const isExpired = Date.parse(expiresAt) <= now
  const name = token.name || '(unnamed)'
  const revoke = async () => {
    if (!window.confirm('Revoke this token?')) return
    setBusy(true)
    await revokeToken(id)
    setBusy(false)
  }
  return (
    <li className={styles['token']}>
      <div className={styles['text']}>
        <p className={styles['name']}>
          <strong className={classNames(!token.name && styles['unnamed'])}>{name}</strong>
          {scopes.map(scope => (
            <code key={scope} className={styles['scope']}>
              {scope}
            </code>
          ))}
        </p>
        <p className={styles['details']}>
          <code className={styles['prefix']}>
            {prefix}
            <span aria-hidden>••••••••</span>
            <span className="visually-hidden">the rest is hidden</span>
          </code>
          <span className={classNames(isExpired && 'danger-text')}>
            {isExpired ? 'Expired' : 'Expires'} {formatDate(expiresAt)}
          </span>
          <span>{lastUsedAt ? `Last used ${formatShortDateTime(lastUsedAt)}` : 'Never used'}</span>
        </p>
      </div>
      <Button appearance="danger" disabled={isBusy} aria-label={`Revoke ${name}`} onClick={() => void revoke()}>
        Revoke
      </Button>
    </li>
  )
}

/** S-VAULT-03: the initial values of the form. */
const INITIAL_TOKEN_REQUEST: TokenRequest = { name: '', ttl: '7d', scopes: ['read'] }

function NewTokenDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (token: string) => void }) {
  const formId = useId()
  const [tokenRequest, setTokenRequest] = useState(INITIAL_TOKEN_REQUEST)
  const create = async () => {
    const createdToken = await createToken(tokenRequest)
    if (!createdToken) return 'Failed to create token'
    onCreated(createdToken.token)
    return null
  }
  const toggle = (scope: Scope, isSelected: boolean) =>
    setTokenRequest({
      ...tokenRequest,
      scopes: [...tokenRequest.scopes.filter(other => other !== scope), ...(isSelected ? [scope] : [])],
    })
  return (
    <FormDialog
      title="New Token"
      submit="Create Token"
      isReady={tokenRequest.scopes.length > 0}
      onSubmit={create}
      keepOpen
      onClose={onClose}
    >
      <TextField
        label="Name (optional)"
        data-autofocus
        autoComplete="off"
        maxLength={100}
        placeholder="For example: website sync"
        value={tokenRequest.name}
        onChange={event => setTokenRequest({ ...tokenRequest, name: event.target.value })}
      />
      <Select
        label="TTL"
        value={tokenRequest.ttl}
        onChange={event => setTokenRequest({ ...tokenRequest, ttl: event.target.value })}
        options={TOKEN_LIFETIMES.map(({ ttl, label }) => [ttl, label])}
      />
      <fieldset className="stack">
        <legend className={styles['legend']}>Scopes</legend>
        {VAULT_SCOPES.map(({ scope, description }) => (
          <div key={scope} className={styles['scope-option']}>
            <Checkbox
              label={scope}
              aria-describedby={`${formId}-${scope}`}
              checked={tokenRequest.scopes.includes(scope)}
              onChange={event => toggle(scope, event.target.checked)}
            />
            <span id={`${formId}-${scope}`} className="muted">
              {description}
            </span>
          </div>
        ))}
      </fieldset>
    </FormDialog>
  )
}

/** S-VAULT-11: the duration of the toast, which disappears together with the 'Copied' label of the button. */
const COPIED_TOAST_MS = 2000

/** S-VAULT-04: shows a new token once. */
function CreatedTokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <SecretDialog
      title="Your New Token"
      text="Copy the token now. It is shown only once."
      secret={token}
      onCopied={() => showToast('Token copied to clipboard', COPIED_TOAST_MS)}
      onClose={onClose}
    />
  )
}
