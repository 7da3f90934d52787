import { formatBytes, type http } from '@daymark/contracts'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { pluralize } from '../../../lib/format/numbers.ts'
import { mediaWork, services } from '../admin.api.ts'
import { Chip, Notes, ReadCard } from '../frame/card.tsx'
import { type Fact, Facts, Figure, formatted, formatDuration } from '../frame/facts.tsx'
import table from '../frame/table.module.css'

const EVERY_SECONDS = 5
/** An event that is undelivered for longer is shown as late. */
const OLD_SECONDS = 60

function Outbox({ outbox }: { outbox: http.ServiceState['outbox'] }) {
  if (!outbox) return <Figure value={null} />
  if (outbox.waiting === 0) return 'Empty'
  return (
    <>
      <Figure value={outbox.waiting} />{' '}
      <span className={table['small']}>
        oldest {formatDuration(outbox.oldest_seconds)}
        {outbox.oldest_seconds > OLD_SECONDS && ' – late'}
      </span>
    </>
  )
}

const Replica = ({ replica }: { replica: http.ServiceState['replicas'][number] }) => (
  <div className={table['small']}>
    {replica.id} · {replica.version} · since {formatShortDateTime(replica.started_at)} · {formatBytes(replica.memory)} ·{' '}
    {Math.round(replica.event_loop_ms)} ms
  </div>
)

function Row({ service }: { service: http.ServiceState }) {
  const { name, ready, replicas, outbox, dead_letters, database_bytes } = service
  return (
    <tr>
      <th scope="row">
        <span className={table['name']}>{name}</span>
        {replicas.map(replica => (
          <Replica key={replica.id} replica={replica} />
        ))}
      </th>
      <td>{ready ? <Chip tone="good">Ready</Chip> : <Chip tone="warning">Not ready</Chip>}</td>
      <td data-head="Outbox">
        <Outbox outbox={outbox} />
      </td>
      <td data-head="Dead letters" className={table['number']}>
        <Figure value={dead_letters} />
      </td>
      <td data-head="Database" className={table['number']}>
        <Figure value={database_bytes} format={formatBytes} />
      </td>
    </tr>
  )
}

/** Each service with its replicas and its outbox. */
export const Services = () => (
  <ReadCard
    title="Services"
    read={services}
    everySeconds={EVERY_SECONDS}
    wide
    aside={({ version, bus, services: all }) => (
      <span className={table['quiet']}>
        Version {version} · {pluralize(all.length, 'service')} over {bus === 'nats' ? 'NATS' : 'memory'}
      </span>
    )}
  >
    {({ services: all }) => (
      <table aria-label="Services" className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col">State</th>
            <th scope="col">Outbox</th>
            <th scope="col" className={table['number']}>
              Dead letters
            </th>
            <th scope="col" className={table['number']}>
              Database
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map(service => (
            <Row key={service.name} service={service} />
          ))}
        </tbody>
      </table>
    )}
  </ReadCard>
)

/** null: unknown. */
const underWay = ({ waiting, in_progress }: http.MediaWork) =>
  waiting === null && in_progress === null ? null : (waiting ?? 0) + (in_progress ?? 0)

function facts(work: http.MediaWork): Fact[] {
  const { waiting, in_progress, oldest_seconds, per_minute, estimate_seconds, failed, to_encrypt } = work
  const isIdle = underWay(work) === 0
  return [
    ['Waiting', waiting],
    ['In progress', in_progress],
    ['Oldest', isIdle ? 'None' : formatted(oldest_seconds, formatDuration)],
    ['Rate', formatted(per_minute, rate => `${Number(rate.toFixed(1))} a minute`)],
    ...(isIdle ? [] : [['Estimated time left', formatted(estimate_seconds, formatDuration)] as const]),
    ['Failed', failed],
    ...(to_encrypt ? [['To encrypt', to_encrypt] as const] : []),
  ]
}

function State({ work }: { work: http.MediaWork }) {
  const count = underWay(work)
  if (count === null) return <Chip tone="warning">Not known</Chip>
  return count > 0 ? <Chip tone="good">Working</Chip> : <Chip>Idle</Chip>
}

/** Photos in processing, the rate, and the estimated completion. */
export const MediaWork = () => (
  <ReadCard
    title="Photo processing"
    read={mediaWork}
    everySeconds={EVERY_SECONDS}
    aside={work => <State work={work} />}
  >
    {work => (
      <>
        <Notes notes={work.notes} />
        <Facts facts={facts(work)} />
      </>
    )}
  </ReadCard>
)
