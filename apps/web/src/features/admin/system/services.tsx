import { formatBytes, type http } from '@daymark/contracts'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { pluralize } from '../../../lib/format/numbers.ts'
import { photoProcessingQuery, servicesQuery } from '../admin.api.ts'
import { QueryCard, ServerNotes, StatusChip } from '../frame/card.tsx'
import { type LabeledValue, LabeledValues, Figure, formatDuration, formatIfKnown } from '../frame/labeled-values.tsx'
import table from '../frame/table.module.css'

const REFRESH_SECONDS = 5
/** An outbox is shown as delayed if its oldest event has waited longer than this time. */
const DELAYED_AFTER_SECONDS = 60

function Outbox({ outbox }: { outbox: http.ServiceState['outbox'] }) {
  if (!outbox) return <Figure value={null} />
  if (outbox.waiting === 0) return 'Empty'
  return (
    <>
      <Figure value={outbox.waiting} />{' '}
      <span className="caption">
        oldest {formatDuration(outbox.oldest_seconds)}
        {outbox.oldest_seconds > DELAYED_AFTER_SECONDS && ' – delayed'}
      </span>
    </>
  )
}

const Replica = ({ replica }: { replica: http.ServiceState['replicas'][number] }) => (
  <div className="caption">
    {replica.id} · {replica.version} · since {formatShortDateTime(replica.started_at)} · {formatBytes(replica.memory)} ·{' '}
    event loop delay {Math.round(replica.event_loop_ms)} ms
  </div>
)

function ServiceRow({ service }: { service: http.ServiceState }) {
  const { name, ready, replicas, outbox, dead_letters, database_bytes } = service
  return (
    <tr>
      <th scope="row">
        <span className="strong">{name}</span>
        {replicas.map(replica => (
          <Replica key={replica.id} replica={replica} />
        ))}
      </th>
      <td>{ready ? <StatusChip tone="good">Ready</StatusChip> : <StatusChip tone="warning">Not ready</StatusChip>}</td>
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

/** The services with their replicas and outboxes. */
export const Services = () => (
  <QueryCard
    title="Services"
    query={servicesQuery}
    intervalSeconds={REFRESH_SECONDS}
    wide
    aside={({ version, bus, services }) => (
      <span className="muted">
        Version {version} · {pluralize(services.length, 'service')} {bus === 'nats' ? 'over NATS' : 'in one process'}
      </span>
    )}
  >
    {({ services }) => (
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
          {services.map(service => (
            <ServiceRow key={service.name} service={service} />
          ))}
        </tbody>
      </table>
    )}
  </QueryCard>
)

/** Returns the number of photos that are not processed yet. Null: unknown. */
const countPendingPhotos = ({ waiting, in_progress }: http.MediaWork) =>
  waiting === null && in_progress === null ? null : (waiting ?? 0) + (in_progress ?? 0)

function processingValues(mediaWork: http.MediaWork): LabeledValue[] {
  const { waiting, in_progress, oldest_seconds, per_minute, estimate_seconds, failed, to_encrypt } = mediaWork
  const isIdle = countPendingPhotos(mediaWork) === 0
  return [
    ['Waiting', waiting],
    ['In progress', in_progress],
    ['Oldest', isIdle ? 'None' : formatIfKnown(oldest_seconds, formatDuration)],
    ['Rate', formatIfKnown(per_minute, rate => `${Number(rate.toFixed(1))} a minute`)],
    ...(isIdle ? [] : [['Estimated time left', formatIfKnown(estimate_seconds, formatDuration)] as const]),
    ['Failed', failed],
    ...(to_encrypt ? [['To encrypt', to_encrypt] as const] : []),
  ]
}

function ProcessingState({ mediaWork }: { mediaWork: http.MediaWork }) {
  const count = countPendingPhotos(mediaWork)
  if (count === null) return <StatusChip tone="warning">Unknown</StatusChip>
  return count > 0 ? <StatusChip tone="good">Working</StatusChip> : <StatusChip>Idle</StatusChip>
}

/** The progress of photo processing. */
export const PhotoProcessing = () => (
  <QueryCard
    title="Photo processing"
    query={photoProcessingQuery}
    intervalSeconds={REFRESH_SECONDS}
    aside={mediaWork => <ProcessingState mediaWork={mediaWork} />}
  >
    {mediaWork => (
      <>
        <ServerNotes notes={mediaWork.notes} />
        <LabeledValues values={processingValues(mediaWork)} />
      </>
    )}
  </QueryCard>
)

function JobRow({ service, job }: { service: string; job: http.JobKind }) {
  const { kind, waiting, running, failing, oldest_seconds, last_error } = job
  return (
    <tr>
      <th scope="row">
        <span className="strong">{kind}</span>
        <div className="caption">{service}</div>
        {last_error !== null && <div className="caption">Last error: {last_error}</div>}
      </th>
      <td data-head="Waiting" className={table['number']}>
        {waiting}
      </td>
      <td data-head="Running" className={table['number']}>
        {running}
      </td>
      <td data-head="Failing" className={table['number']}>
        {failing}
      </td>
      <td data-head="Oldest" className={table['number']}>
        {formatDuration(oldest_seconds)}
      </td>
    </tr>
  )
}

/** The job queues of all services, for example for photo processing and webhook delivery. */
export const Jobs = () => (
  <QueryCard title="Jobs" query={servicesQuery} intervalSeconds={REFRESH_SECONDS} wide>
    {({ services }) => {
      const rows = services.flatMap(({ name, jobs }) => jobs.map(job => ({ service: name, job })))
      if (rows.length === 0) return <p className="muted">No jobs are waiting or running.</p>
      return (
        <table aria-label="Jobs" className={table['table']}>
          <thead>
            <tr>
              <th scope="col">Job</th>
              {['Waiting', 'Running', 'Failing', 'Oldest'].map(head => (
                <th key={head} scope="col" className={table['number']}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ service, job }) => (
              <JobRow key={`${service} ${job.kind}`} service={service} job={job} />
            ))}
          </tbody>
        </table>
      )
    }}
  </QueryCard>
)
