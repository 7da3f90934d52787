import type { http } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { formatDate, formatShortDateTime } from '../../../lib/format/dates.ts'
import { pluralize } from '../../../lib/format/numbers.ts'
import { Link } from '../../../lib/router.ts'
import { backupsOfAll, outgoing, disputeNotices } from '../admin.api.ts'
import { Chip, Notes, ReadCard } from '../frame/card.tsx'
import { type Fact, Facts, formatted } from '../frame/facts.tsx'
import styles from './system.module.css'

const EVERY_SECONDS = 15

type Data<K extends keyof http.Outgoing> = NonNullable<http.Outgoing[K]>

const Item = ({ title, chip, children }: { title: ReactNode; chip?: ReactNode; children: ReactNode }) => (
  <li className={styles['item']}>
    <div className={styles['words']}>
      <strong>{title}</strong>
      <span className={styles['small']}>{children}</span>
    </div>
    {chip}
  </li>
)
/** Renders nothing when empty, because screen readers would announce an empty list. */
const Items = ({ children }: { children: ReactNode[] }) => (children.length > 0 ? <ul>{children}</ul> : null)
const User = ({ id }: { id: string }) => <Link to={`/admin/users/${id}`}>User</Link>

function Mails({ mails: { set_up, waiting, failing } }: { mails: Data<'mails'> }) {
  if (!set_up) return <p className={styles['none']}>Email is not set up. Features that need it are hidden.</p>
  return (
    <>
      <p className={styles['none']}>
        {waiting === 0 ? 'No pending emails.' : `${pluralize(waiting, 'email')} pending.`}
        {failing.length === 0 && ' No failures.'}
      </p>
      <Items>
        {failing.map(({ id, topic, user_id, attempts, error, next_at }) => (
          <Item key={id} title={topic} chip={<Chip tone="warning">{pluralize(attempts, 'attempt')}</Chip>}>
            {error} · {next_at ? `next try ${formatShortDateTime(next_at)}` : 'given up'}{' '}
            {user_id && (
              <>
                · <User id={user_id} />
              </>
            )}
          </Item>
        ))}
      </Items>
    </>
  )
}

function Webhooks({ webhooks: { waiting, failing } }: { webhooks: Data<'webhooks'> }) {
  return (
    <>
      <p className={styles['none']}>
        {waiting === 0
          ? 'No pending deliveries.'
          : `${pluralize(waiting, 'delivery').replace('deliverys', 'deliveries')} pending.`}
        {failing.length === 0 && ' No failing webhooks.'}
      </p>
      <Items>
        {failing.map(({ id, owner_id, host, failing_since, last_error, active }) => (
          <Item
            key={id}
            title={host}
            chip={active ? <Chip tone="caution">Failing</Chip> : <Chip tone="warning">Turned off</Chip>}
          >
            since {formatShortDateTime(failing_since)} {last_error && `· ${last_error} `}· <User id={owner_id} />
          </Item>
        ))}
      </Items>
    </>
  )
}

function Domains({ domains }: { domains: Data<'domains'> }) {
  if (domains.length === 0) return <p className={styles['none']}>No custom domains.</p>
  return (
    <ul>
      {domains.map(({ host, owner_id, state, problem, checked_at, certificate_until: until }) => (
        <Item
          key={host}
          title={host}
          chip={<Chip tone={problem ? 'warning' : state === 'active' ? 'good' : 'plain'}>{state}</Chip>}
        >
          {problem && `${problem} · `}
          {until ? `certificate until ${formatDate(until)}` : 'no certificate found'}
          {checked_at && ` · checked ${formatShortDateTime(checked_at)}`} · <User id={owner_id} />
        </Item>
      ))}
    </ul>
  )
}

const Missing = () => <p className={styles['none']}>Currently unavailable.</p>

/** Deliveries to the outside: mails, webhooks and custom domains. */
export const Outgoing = () => (
  <ReadCard title="Outgoing" read={outgoing} everySeconds={EVERY_SECONDS} wide>
    {({ mails, webhooks, domains, notes }) => (
      <>
        <Notes notes={notes} />
        <div className={styles['pair']}>
          <section aria-label="Emails">
            <h3 className={styles['heading']}>Emails</h3>
            {mails ? <Mails mails={mails} /> : <Missing />}
          </section>
          <section aria-label="Webhooks">
            <h3 className={styles['heading']}>Webhooks</h3>
            {webhooks ? <Webhooks webhooks={webhooks} /> : <Missing />}
          </section>
          <section aria-label="Domains">
            <h3 className={styles['heading']}>Domains</h3>
            {domains ? <Domains domains={domains} /> : <Missing />}
          </section>
        </div>
      </>
    )}
  </ReadCard>
)

function State({ all: { configured, late, failing, damaged } }: { all: http.BackupsOfAll }) {
  if (!configured) return <Chip>Not set up</Chip>
  if (damaged) return <Chip tone="warning">Damaged</Chip>
  return late || failing ? <Chip tone="caution">{late ? 'Late' : 'Failing'}</Chip> : <Chip tone="good">Healthy</Chip>
}

const facts = ({ accounts, running, newest_at, drill, late, failing, damaged }: http.BackupsOfAll): Fact[] => [
  ['Accounts with a backup', accounts],
  ['Last backup', newest_at ? formatShortDateTime(newest_at) : 'None yet'],
  ['In progress', formatted(running, String)],
  ['Last drill', drill ? `${formatShortDateTime(drill.at)}, ${pluralize(drill.checked, 'file')}` : 'None yet'],
  ['Late', late],
  ['Failing', formatted(failing, String)],
  ['Damaged', formatted(damaged, String)],
]

function Problem({ user_id, offsite, at, reason }: http.BackupsOfAll['problems'][number]) {
  return (
    <li className={styles['item']}>
      <div className={styles['words']}>
        <strong>{offsite ? 'Off-site copy' : 'Backup'}</strong>
        <span className={styles['small']}>
          {reason} · {formatShortDateTime(at)} · <Link to={`/admin/users/${user_id}`}>User</Link>
        </span>
      </div>
    </li>
  )
}

/** Backups of accounts and restore drills (rule 15). */
export const Backups = () => (
  <ReadCard title="Backups" read={backupsOfAll} everySeconds={EVERY_SECONDS} wide aside={all => <State all={all} />}>
    {all =>
      all.configured ? (
        <>
          <Facts facts={facts(all)} />
          {all.problems.length === 0 ? (
            <p className={styles['none']}>No backup failed, and no restore drill found damage.</p>
          ) : (
            <ul aria-label="Backup problems">
              {all.problems.map(problem => (
                <Problem key={`${problem.user_id} ${problem.offsite} ${problem.reason}`} {...problem} />
              ))}
            </ul>
          )}
        </>
      ) : (
        <p className={styles['none']}>No backup store is configured. Set DAYMARK_BACKUP_DRIVER and its settings.</p>
      )
    }
  </ReadCard>
)

type Note = http.DisputeNotices['notes'][number]

/** In cents, as the card provider reports it. */
function amountOf({ amount, currency }: Note) {
  if (amount === null) return ''
  if (!currency) return String(amount / 100)
  return new Intl.NumberFormat(undefined, { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100)
}

/** Refunds and disputes, which an administrator must answer in time. */
export const DisputeNotices = () => (
  <ReadCard title="Refunds and disputes" read={disputeNotices} wide>
    {({ notes }) =>
      notes.length === 0 ? (
        <p className={styles['none']}>No notices from the card provider.</p>
      ) : (
        <ul>
          {notes.map(note => (
            <li key={note.id} className={styles['item']}>
              <div className={styles['words']}>
                <strong>
                  {note.kind} {amountOf(note)}
                </strong>
                <span className={styles['small']}>
                  {note.reason && `${note.reason} · `}
                  {formatShortDateTime(note.noted_at)}
                  {note.user_id && (
                    <>
                      {' '}
                      · <Link to={`/admin/users/${note.user_id}`}>User</Link>
                    </>
                  )}
                </span>
              </div>
              <Chip>{note.status}</Chip>
            </li>
          ))}
        </ul>
      )
    }
  </ReadCard>
)
