import type { http } from '@daymark/contracts'
import { Check, Copy, Hourglass, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { subscriptionQuery } from '../../../domain/plan/plan.queries.ts'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { useFailureLog } from '../../../lib/hooks/use-failure-log.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { copyWithToast } from '../../../ui/feedback/copy.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useSubmit } from '../../../ui/feedback/use-submit.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { confirmAction } from '../../../ui/overlay/overlay-store.ts'
import { LockedRow, SettingsBlock, SettingsRow, SettingsSection } from '../frame/settings-section.tsx'
import { checkDomain, domainSettingsQuery, removeDomain, saveDomain } from '../settings.api.ts'
import styles from './domain.module.css'

const LockedDomain = ({ domain }: { domain: http.Domain | null | undefined }) => (
  <LockedRow label="Custom domain">
    {domain
      ? `${domain.host} is reserved for you. It shows your galleries again with the Professional plan.`
      : 'Your galleries on your own domain, such as photos.example.com. Requires the Professional plan.'}
  </LockedRow>
)

const DomainUnavailable = () => (
  <SettingsRow
    label="Custom domain"
    hint="This installation has no public address that a domain could point to. Ask its operator."
  />
)

function DomainContent() {
  const { data: plan } = useCached(subscriptionQuery())
  const { data: settings, isPending, error } = useCached(domainSettingsQuery())
  useFailureLog('The domain could not be read', error)
  if (plan?.features.includes('custom_domain') === false) return <LockedDomain domain={settings?.domain} />
  if (isPending)
    return (
      <SettingsBlock>
        <Skeleton className={styles['loading']} />
      </SettingsBlock>
    )
  if (settings?.domain) return <DomainStatus domain={settings.domain} />
  return settings?.available === false ? <DomainUnavailable /> : <DomainForm />
}

/** rule 70: the custom domain for galleries. */
export const DomainSection = () => (
  <SettingsSection description="Your galleries on your own domain, without other Daymark pages.">
    <DomainContent />
  </SettingsSection>
)

function DomainForm() {
  const [host, setHost] = useState('')
  const { onSubmit, failure, isBusy } = useSubmit(host.trim() !== '' && (() => saveDomain(host.trim())))
  return (
    <SettingsBlock>
      <form className={styles['form']} onSubmit={onSubmit}>
        <TextField
          label="Your domain"
          placeholder="photos.example.com"
          hint="A domain or subdomain that you own. Two DNS records prove that the domain is yours."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          value={host}
          error={failure}
          onChange={event => setHost(event.target.value)}
        />
        <Button type="submit" appearance="primary" disabled={!host.trim() || isBusy}>
          Add Domain
        </Button>
      </form>
    </SettingsBlock>
  )
}

const STATE_BADGES = {
  pending: <Badge>Pending</Badge>,
  verified: <Badge tone="good">Verified</Badge>,
  failing: <Badge tone="danger">Failing</Badge>,
}

function describeState({ state, checked_at: checkedAt }: http.Domain): string {
  if (state === 'verified') return 'Your links use this domain. Links on the main address keep working.'
  if (state === 'failing')
    return 'The last check failed. Links on this domain keep working for three days after the last successful check.'
  return checkedAt ? 'Checked again every hour.' : 'Add both records at your DNS provider, then check.'
}

function DomainStatus({ domain }: { domain: http.Domain }) {
  const [runningAction, setRunningAction] = useState<'check' | 'remove' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const runRequest = async (action: 'check' | 'remove', request: () => Promise<string | null>) => {
    setRunningAction(action)
    setError(await request())
    setRunningAction(null)
  }
  const remove = async () => {
    const text = 'Links on this domain will stop working. Links on the main address will keep working.'
    if (await confirmAction({ title: `Remove ${domain.host}?`, text, action: 'Remove Domain', isDanger: true }))
      await runRequest('remove', removeDomain)
  }
  const message = error ?? domain.problem
  return (
    <>
      <SettingsRow
        label={
          <span className={styles['domain-name']}>
            {domain.host}
            {STATE_BADGES[domain.state]}
          </span>
        }
        hint={describeState(domain)}
      >
        <Button
          icon={<RefreshCw aria-hidden />}
          appearance={domain.state === 'verified' ? 'plain' : 'primary'}
          disabled={runningAction !== null}
          onClick={() => void runRequest('check', checkDomain)}
        >
          {runningAction === 'check' ? 'Checking…' : 'Check Now'}
        </Button>
        <Button
          icon={<Trash2 aria-hidden />}
          appearance="danger"
          disabled={runningAction !== null}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      </SettingsRow>
      <SettingsBlock>
        <div aria-live="polite">{message && <p className={styles['problem']}>{message}</p>}</div>
        <DnsRecords records={domain.records} />
        {domain.checked_at && <p className="caption">Last checked {formatShortDateTime(domain.checked_at)}.</p>}
      </SettingsBlock>
    </>
  )
}

type DnsRecord = http.Domain['records'][number]

function DnsRecordField({ name, value }: { name: string; value: string }) {
  const copy = () => copyWithToast(value, 'Copied!')
  return (
    <div className={styles['field']}>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
        <IconButton name={`Copy ${name.toLowerCase()}`} size="small" onClick={() => void copy()}>
          <Copy aria-hidden />
        </IconButton>
      </dd>
    </div>
  )
}

/** Shows whether the last check found a DNS record. Renders nothing before the first check. */
const RecordState = ({ found }: Pick<DnsRecord, 'found'>) =>
  found === null ? null : found ? (
    <span className={styles['good']}>
      <Check aria-hidden /> Found
    </span>
  ) : (
    <span className={styles['missing']}>
      <Hourglass aria-hidden /> Not found yet
    </span>
  )

/** The DNS records that the user enters at their DNS provider, with copy buttons. */
const DnsRecords = ({ records }: { records: readonly DnsRecord[] }) => (
  <ul aria-label="DNS records" className="stack-3">
    {records.map(({ type, name, value, found }) => (
      <li key={type} className={styles['record']}>
        <p className="between">
          <strong>{type}</strong>
          <RecordState found={found} />
        </p>
        <dl className="stack-1">
          <DnsRecordField name="Name" value={name} />
          <DnsRecordField name="Value" value={value} />
        </dl>
      </li>
    ))}
  </ul>
)
