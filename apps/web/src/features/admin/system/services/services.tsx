import { formatBytes, type http } from '@daymark/contracts'
import { counted } from '../../../../lib/format/counted.ts'
import { formatMoment } from '../../../../lib/format/dates.ts'
import { ReadCard } from '../../frame/card.tsx'
import { Chip } from '../../frame/chip.tsx'
import { Figure } from '../../frame/facts.tsx'
import { lasting } from '../../frame/lasting.ts'
import table from '../../lists/table.module.css'
import { services } from '../system.queries.ts'

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
        oldest {lasting(outbox.oldest_seconds)}
        {outbox.oldest_seconds > OLD_SECONDS && ' – late'}
      </span>
    </>
  )
}

const Replica = ({ replica }: { replica: http.ServiceState['replicas'][number] }) => (
  <div className={table['small']}>
    {replica.id} · {replica.version} · since {formatMoment(replica.started_at)} · {formatBytes(replica.memory)} ·{' '}
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
        Version {version} · {counted(all.length, 'service')} over {bus === 'nats' ? 'NATS' : 'memory'}
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
