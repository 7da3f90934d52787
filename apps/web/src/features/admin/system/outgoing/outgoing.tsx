import type { http } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { counted } from '../../../../lib/format/counted.ts'
import { formatDate, formatMoment } from '../../../../lib/format/dates.ts'
import { Link } from '../../../../lib/router.ts'
import { Notes, ReadCard } from '../../frame/card.tsx'
import { Chip } from '../../frame/chip.tsx'
import { outgoing } from '../system.queries.ts'
import styles from '../system.module.css'

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
        {waiting === 0 ? 'No pending emails.' : `${counted(waiting, 'mail')} on the way.`}
        {failing.length === 0 && ' None fails.'}
      </p>
      <Items>
        {failing.map(({ id, topic, user_id, attempts, error, next_at }) => (
          <Item key={id} title={topic} chip={<Chip tone="warning">{counted(attempts, 'attempt')}</Chip>}>
            {error} · {next_at ? `next try ${formatMoment(next_at)}` : 'given up'}{' '}
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
          : `${counted(waiting, 'delivery').replace('deliverys', 'deliveries')} on the way.`}
        {failing.length === 0 && ' No webhook fails.'}
      </p>
      <Items>
        {failing.map(({ id, owner_id, host, failing_since, last_error, active }) => (
          <Item
            key={id}
            title={host}
            chip={active ? <Chip tone="caution">Failing</Chip> : <Chip tone="warning">Turned off</Chip>}
          >
            since {formatMoment(failing_since)} {last_error && `· ${last_error} `}· <User id={owner_id} />
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
          {until ? `certificate until ${formatDate(until)}` : 'certificate not seen'}
          {checked_at && ` · checked ${formatMoment(checked_at)}`} · <User id={owner_id} />
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
          <section aria-label="Mails">
            <h3 className={styles['heading']}>Mails</h3>
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
