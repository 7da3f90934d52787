import type { http } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { formatDate, formatShortDateTime } from '../../../lib/format/dates.ts'
import { pluralize } from '../../../lib/format/numbers.ts'
import { Link } from '../../../lib/router.tsx'
import { backupsQuery, outgoingQuery, disputeNoticesQuery } from '../admin.api.ts'
import { StatusChip, ServerNotes, QueryCard } from '../frame/card.tsx'
import { type LabeledValue, LabeledValues, formatIfKnown } from '../frame/labeled-values.tsx'
import styles from './system.module.css'

const REFRESH_SECONDS = 15

type OutgoingState<K extends keyof http.Outgoing> = NonNullable<http.Outgoing[K]>

type ListItemProps = { title: ReactNode; aside?: ReactNode; children: ReactNode }

/** An item of a list: a title, a line below it, and at the end a status. */
export const ListItem = ({ title, aside, children }: ListItemProps) => (
  <li className={styles['item']}>
    <div className={styles['text']}>
      <strong>{title}</strong>
      <span className="caption">{children}</span>
    </div>
    {aside}
  </li>
)
/** Renders nothing if the list is empty, because screen readers announce empty lists. */
const OutgoingList = ({ children }: { children: ReactNode[] }) => (children.length > 0 ? <ul>{children}</ul> : null)
const UserLink = ({ id }: { id: string }) => <Link to={`/admin/users/${id}`}>User</Link>

function Emails({ mails: { set_up, waiting, failing } }: { mails: OutgoingState<'mails'> }) {
  if (!set_up) return <p className="muted">Email is not set up. Features that need it are hidden.</p>
  return (
    <>
      <p className="muted">
        {waiting === 0 ? 'No pending emails.' : `${pluralize(waiting, 'email')} pending.`}
        {failing.length === 0 && ' No failures.'}
      </p>
      <OutgoingList>
        {failing.map(({ id, topic, user_id, attempts, error, next_at }) => (
          <ListItem
            key={id}
            title={topic}
            aside={<StatusChip tone="warning">{pluralize(attempts, 'attempt')}</StatusChip>}
          >
            {error} · {next_at ? `next attempt ${formatShortDateTime(next_at)}` : 'no further attempts'}{' '}
            {user_id && (
              <>
                · <UserLink id={user_id} />
              </>
            )}
          </ListItem>
        ))}
      </OutgoingList>
    </>
  )
}

function Webhooks({ webhooks: { waiting, failing } }: { webhooks: OutgoingState<'webhooks'> }) {
  return (
    <>
      <p className="muted">
        {waiting === 0 ? 'No pending deliveries.' : `${pluralize(waiting, 'delivery', 'deliveries')} pending.`}
        {failing.length === 0 && ' No failing webhooks.'}
      </p>
      <OutgoingList>
        {failing.map(({ id, owner_id, host, failing_since, last_error, active }) => (
          <ListItem
            key={id}
            title={host}
            aside={
              active ? (
                <StatusChip tone="caution">Failing</StatusChip>
              ) : (
                <StatusChip tone="warning">Turned off</StatusChip>
              )
            }
          >
            since {formatShortDateTime(failing_since)} {last_error && `· ${last_error} `}· <UserLink id={owner_id} />
          </ListItem>
        ))}
      </OutgoingList>
    </>
  )
}

function Domains({ domains }: { domains: OutgoingState<'domains'> }) {
  if (domains.length === 0) return <p className="muted">No custom domains.</p>
  return (
    <ul>
      {domains.map(({ host, owner_id, state, problem, checked_at, certificate_until: certificateExpiry }) => (
        <ListItem
          key={host}
          title={host}
          aside={<StatusChip tone={problem ? 'warning' : state === 'active' ? 'good' : 'plain'}>{state}</StatusChip>}
        >
          {problem && `${problem} · `}
          {certificateExpiry ? `certificate expires ${formatDate(certificateExpiry)}` : 'no certificate found'}
          {checked_at && ` · checked ${formatShortDateTime(checked_at)}`} · <UserLink id={owner_id} />
        </ListItem>
      ))}
    </ul>
  )
}

const Unavailable = () => <p className="muted">Currently unavailable.</p>

/** The state of outgoing emails, webhooks and custom domains. */
export const OutgoingAndDomains = () => (
  <QueryCard title="Emails, webhooks and domains" query={outgoingQuery} intervalSeconds={REFRESH_SECONDS} wide>
    {({ mails, webhooks, domains, notes }) => (
      <>
        <ServerNotes notes={notes} />
        <div className={styles['columns']}>
          <section aria-label="Emails">
            <h3 className={styles['heading']}>Emails</h3>
            {mails ? <Emails mails={mails} /> : <Unavailable />}
          </section>
          <section aria-label="Webhooks">
            <h3 className={styles['heading']}>Webhooks</h3>
            {webhooks ? <Webhooks webhooks={webhooks} /> : <Unavailable />}
          </section>
          <section aria-label="Domains">
            <h3 className={styles['heading']}>Domains</h3>
            {domains ? <Domains domains={domains} /> : <Unavailable />}
          </section>
        </div>
      </>
    )}
  </QueryCard>
)

function BackupState({ backups: { configured, late, failing, damaged } }: { backups: http.BackupSummary }) {
  if (!configured) return <StatusChip>Not set up</StatusChip>
  if (damaged) return <StatusChip tone="warning">Damaged</StatusChip>
  return late || failing ? (
    <StatusChip tone="caution">{late ? 'Overdue' : 'Failing'}</StatusChip>
  ) : (
    <StatusChip tone="good">Healthy</StatusChip>
  )
}

const backupValues = ({
  accounts,
  running,
  newest_at,
  drill,
  late,
  failing,
  damaged,
}: http.BackupSummary): LabeledValue[] => [
  ['Accounts with a backup', accounts],
  ['Last backup', newest_at ? formatShortDateTime(newest_at) : 'None yet'],
  ['In progress', formatIfKnown(running, String)],
  ['Last restore drill', drill ? `${formatShortDateTime(drill.at)}, ${pluralize(drill.checked, 'file')}` : 'None yet'],
  ['Overdue', late],
  ['Failing', formatIfKnown(failing, String)],
  ['Damaged', formatIfKnown(damaged, String)],
]

function BackupProblem({ user_id, offsite, at: failedAt, reason }: http.BackupSummary['problems'][number]) {
  return (
    <ListItem title={offsite ? 'Off-site copy' : 'Backup'}>
      {reason} · {formatShortDateTime(failedAt)} · <UserLink id={user_id} />
    </ListItem>
  )
}

/** rule 15: the backups of all accounts and the restore drills. */
export const Backups = () => (
  <QueryCard
    title="Backups"
    query={backupsQuery}
    intervalSeconds={REFRESH_SECONDS}
    wide
    aside={backups => <BackupState backups={backups} />}
  >
    {backups =>
      backups.configured ? (
        <>
          <LabeledValues values={backupValues(backups)} />
          {backups.problems.length === 0 ? (
            <p className="muted">No backup failed, and no restore drill found damage.</p>
          ) : (
            <ul aria-label="Backup problems">
              {backups.problems.map(problem => (
                <BackupProblem key={`${problem.user_id} ${problem.offsite} ${problem.reason}`} {...problem} />
              ))}
            </ul>
          )}
        </>
      ) : (
        <p className="muted">No backup store is configured. Set DAYMARK_BACKUP_DRIVER and its settings.</p>
      )
    }
  </QueryCard>
)

type DisputeNotice = http.DisputeNotices['notes'][number]

/** Formats the amount of a refund or dispute, which is in hundredths of its currency. */
function formatAmount({ amount, currency }: DisputeNotice) {
  if (amount === null) return ''
  if (!currency) return String(amount / 100)
  return new Intl.NumberFormat(undefined, { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100)
}

/** Refunds and disputes. An administrator must respond to disputes in time. */
export const DisputeNotices = () => (
  <QueryCard title="Refunds and disputes" query={disputeNoticesQuery} wide>
    {({ notes }) =>
      notes.length === 0 ? (
        <p className="muted">No notices from the payment provider.</p>
      ) : (
        <ul>
          {notes.map(note => (
            <ListItem
              key={note.id}
              title={`${note.kind} ${formatAmount(note)}`}
              aside={<StatusChip>{note.status}</StatusChip>}
            >
              {note.reason && `${note.reason} · `}
              {formatShortDateTime(note.noted_at)}
              {note.user_id && (
                <>
                  {' '}
                  · <UserLink id={note.user_id} />
                </>
              )}
            </ListItem>
          ))}
        </ul>
      )
    }
  </QueryCard>
)
