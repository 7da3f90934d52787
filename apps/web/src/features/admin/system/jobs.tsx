import type { http } from '@daymark/contracts'
import { QueryCard } from '../frame/card.tsx'
import { formatDuration } from '../frame/facts.tsx'
import table from '../frame/table.module.css'
import { servicesQuery } from '../admin.api.ts'
import styles from './system.module.css'

const REFRESH_SECONDS = 5

function JobRow({ service, job }: { service: string; job: http.JobKind }) {
  const { kind, waiting, running, failing, oldest_seconds, last_error } = job
  return (
    <tr>
      <th scope="row">
        <span className={table['name']}>{kind}</span>
        <div className={table['small']}>{service}</div>
        {last_error !== null && <div className={table['small']}>Last error: {last_error}</div>}
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
  <QueryCard title="Jobs" read={servicesQuery} everySeconds={REFRESH_SECONDS} wide>
    {({ services: all }) => {
      const rows = all.flatMap(({ name, jobs }) => jobs.map(job => ({ service: name, job })))
      if (rows.length === 0) return <p className={styles['none']}>No jobs are waiting or running.</p>
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
