import type { http } from '@daymark/contracts'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SettingsBlock, SettingsRow } from '../frame/settings-row.tsx'
import { DnsRecords } from './dns-records.tsx'
import { checkDomain, removeDomain } from './domain.actions.ts'
import { confirmAction } from '../../../ui/overlay/confirm.ts'
import styles from './domain.module.css'

const WORDS = { pending: 'Pending', verified: 'Verified', failing: 'Failing' } as const

function hintOf({ state, checked_at: checkedAt }: http.Domain): string {
  if (state === 'verified') return 'Your links use this domain. Links on the main address keep working.'
  if (state === 'failing') return 'Your galleries stay online for three days after the last successful check.'
  return checkedAt ? 'Checked again every hour.' : 'Add both records at your DNS provider, then check.'
}

export function DomainStatus({ domain }: { domain: http.Domain }) {
  const [busy, setBusy] = useState<'check' | 'remove' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const work = async (what: 'check' | 'remove', request: () => Promise<string | null>) => {
    setBusy(what)
    setError(await request())
    setBusy(null)
  }
  const remove = async () => {
    const text = 'Links on this domain stop working. Links on the main address keep working.'
    if (await confirmAction({ title: `Remove ${domain.host}?`, text, action: 'Remove Domain', isDanger: true }))
      await work('remove', removeDomain)
  }
  const message = error ?? domain.problem
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
        <Button icon={<Trash2 aria-hidden />} look="danger" disabled={busy !== null} onClick={() => void remove()}>
          Remove
        </Button>
      </SettingsRow>
      <SettingsBlock>
        <div aria-live="polite">{message && <p className={styles['problem']}>{message}</p>}</div>
        <DnsRecords records={domain.records} />
        {domain.checked_at && <p className={styles['note']}>Last checked {formatMoment(domain.checked_at)}.</p>}
      </SettingsBlock>
    </>
  )
}
