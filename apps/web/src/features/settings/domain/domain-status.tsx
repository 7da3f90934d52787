import type { http } from '@daymark/contracts'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SettingsBlock, SettingsRow } from '../frame/settings-row.tsx'
import { DnsRecords } from './dns-records.tsx'
import { checkDomain, removeDomain } from './domain.actions.ts'
import styles from './domain.module.css'

const WORDS = { pending: 'Pending', verified: 'Verified', failing: 'Failing' } as const

function hintOf({ state, checked_at: checkedAt }: http.Domain): string {
  if (state === 'verified') return 'Your links name this domain. Those on the main address go on working.'
  if (state === 'failing') return 'Your galleries are still there, for three days after it was last in order.'
  return checkedAt ? 'We look again every hour.' : 'Enter both records where your domain is managed, then check.'
}

export function DomainStatus({ domain }: { domain: http.Domain }) {
  const [busy, setBusy] = useState<'check' | 'remove' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const work = async (what: 'check' | 'remove', request: () => Promise<string | null>) => {
    setBusy(what)
    setError(await request())
    setBusy(null)
  }
  const remove = () => {
    const question = `Remove ${domain.host}? Links on it stop working; those on the main address go on.`
    if (window.confirm(question)) void work('remove', removeDomain)
  }
  const sentence = error ?? domain.problem
  return (
    <>
      <SettingsRow
        label={
          <span className={styles['host']}>
            {domain.host}
            <span data-state={domain.state} className={styles['state']}>
              {WORDS[domain.state]}
            </span>
          </span>
        }
        hint={hintOf(domain)}
      >
        <Button
          icon={<RefreshCw aria-hidden />}
          look={domain.state === 'verified' ? 'plain' : 'primary'}
          disabled={busy !== null}
          onClick={() => void work('check', checkDomain)}
        >
          {busy === 'check' ? 'Checking…' : 'Check Now'}
        </Button>
        <Button icon={<Trash2 aria-hidden />} look="danger" disabled={busy !== null} onClick={remove}>
          Remove
        </Button>
      </SettingsRow>
      <SettingsBlock>
        <div aria-live="polite">{sentence && <p className={styles['problem']}>{sentence}</p>}</div>
        <DnsRecords records={domain.records} />
        {domain.checked_at && <p className={styles['note']}>Last looked up {formatMoment(domain.checked_at)}.</p>}
      </SettingsBlock>
    </>
  )
}
