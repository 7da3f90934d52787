import type { http } from '@daymark/contracts'
import { Download, ShieldCheck } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { pluralize } from '../../../lib/format/numbers.ts'
import { useUrlFilter } from '../../../lib/hooks/use-url-filter.ts'
import { outcomeOf } from '../../../lib/outcome.ts'
import { Link } from '../../../lib/router.tsx'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { BusyIcon } from '../../../ui/feedback/spinner.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { Card } from '../frame/card.tsx'
import { PagedTable } from '../frame/paged-table.tsx'
import table from '../frame/table.module.css'
import { type AuditFilter, auditExportUrl, auditQuery, verifyAuditLog } from './activity.api.ts'
import styles from './activity.module.css'
import { ACTION_CHOICES, createSentence, formatDetails } from './audit-sentence.ts'

function AuditCheckResult({ check: { ok, entries: count, broken_at } }: { check: http.AuditCheck }) {
  if (ok) return <Notice>The log is intact: {pluralize(count, 'entry', 'entries')}</Notice>
  return (
    <Notice tone="danger">
      The log was tampered with: entry {broken_at} does not match its checksum. Later entries cannot be trusted.
    </Notice>
  )
}

/** Returns a button with which the server verifies the hash chain of the audit log, and the result. */
function useAuditCheck() {
  const [checkResult, setCheckResult] = useState<http.AuditCheck | null>(null)
  const { isBusy, run } = useAction()
  const verifyLog = async () =>
    setCheckResult(await run(() => outcomeOf('Verifying the audit log failed', verifyAuditLog)))
  const verifyButton = (
    <Button
      size="small"
      disabled={isBusy}
      icon={isBusy ? <BusyIcon /> : <ShieldCheck aria-hidden />}
      onClick={() => void verifyLog()}
    >
      Verify
    </Button>
  )
  return { checkResult, verifyButton }
}

type AuditFiltersProps = { filter: AuditFilter; onChange: (patch: Partial<Record<keyof AuditFilter, string>>) => void }

function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const onSearch = useCallback((search: string) => onChange({ search }), [onChange])
  const shownUserId = filter.target ?? filter.actor
  return (
    <div className={table['filters']}>
      <SearchField
        label="Search the log"
        value={filter.search ?? ''}
        maxLength={200}
        shortcut="/"
        className={table['search']}
        onSearch={onSearch}
      />
      <Select
        label="Action"
        hideLabel
        className={table['filter']}
        value={filter.action ?? ''}
        onChange={event => onChange({ action: event.target.value })}
        options={ACTION_CHOICES}
      >
        <option value="">All actions</option>
      </Select>
      {(['from', 'to'] as const).map(bound => (
        <TextField
          key={bound}
          label={bound === 'from' ? 'From' : 'Until'}
          type="date"
          className={table['filter']}
          value={filter[bound] ?? ''}
          onChange={event => onChange({ [bound]: event.target.value })}
        />
      ))}
      {shownUserId && (
        <Button appearance="quiet" onClick={() => onChange({ target: '', actor: '' })}>
          Show All Users
        </Button>
      )}
    </div>
  )
}

/** An entry of the audit log with time, actor, action, target and IP address. */
function AuditEntry({ entry }: { entry: http.AuditEntry }) {
  const { actor, target, address, details, at: time } = entry
  const sentence = createSentence(entry)
  const detailText = formatDetails(details)
  return (
    <tr className={styles['row']}>
      <td className={table['time']}>
        <time dateTime={time}>{formatShortDateTime(time)}</time>
      </td>
      <td>
        {actor.id ? (
          <Link to={`/admin/users/${actor.id}`} className="strong">
            {actor.name ?? actor.id}
          </Link>
        ) : (
          <strong>{actor.name ?? 'The server'}</strong>
        )}{' '}
        {sentence.before}
        {sentence.target !== null &&
          (target?.kind === 'user' ? (
            <Link to={`/admin/users/${target.id}`}>{sentence.target}</Link>
          ) : (
            <strong>{sentence.target}</strong>
          ))}
        {sentence.after}
        {detailText && <div className="caption">{detailText}</div>}
      </td>
      <td data-head={address ? 'IP address' : undefined} className="muted">
        {address}
      </td>
    </tr>
  )
}

const FILTER_NAMES = ['search', 'action', 'actor', 'target', 'from', 'to'] as const

/** The audit log with its filters and its export. */
export function AuditLog() {
  const { filter, change } = useUrlFilter<AuditFilter>(FILTER_NAMES)
  const { checkResult, verifyButton } = useAuditCheck()
  const aside = (
    <>
      {verifyButton}
      <a href={auditExportUrl(filter)} download className={buttonClass({ size: 'small' })}>
        <Download aria-hidden />
        Export CSV
      </a>
    </>
  )
  return (
    <Card title="Audit log" aside={aside}>
      {checkResult && <AuditCheckResult check={checkResult} />}
      <AuditFilters filter={filter} onChange={change} />
      <PagedTable
        query={auditQuery(filter)}
        name="Audit log"
        emptyText="No matching entries."
        columns={['Time', 'Event', 'IP address']}
      >
        {entry => <AuditEntry key={entry.seq} entry={entry} />}
      </PagedTable>
    </Card>
  )
}
