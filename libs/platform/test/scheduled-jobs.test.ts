import { createLogger, defineService, Every, type Job, withDatabase } from '@daymark/platform'
import { pollUntil, startServices, type TestServices } from '@daymark/testing'
import { ScheduledJobs } from '../src/jobs/scheduled-jobs.ts'

const HOUR = 3_600_000
const CHECK_MS = 100
const log = createLogger('test', 'silent')

let hourlyRuns = 0
@Every('1h')
class Hourly implements Job {
  async run() {
    hourlyRuns++
  }
}

let services: TestServices
const started: ScheduledJobs[] = []
beforeAll(
  async () =>
    void (services = await startServices([defineService({ name: 'zeta', jobs: [Hourly] })], { bus: 'memory' })),
)
afterAll(async () => {
  await Promise.all(started.map(jobs => jobs.stop()))
  await services.stop()
})

const db = () => services.db('zeta')
/** A replica that checks its jobs frequently. */
function replica(): ScheduledJobs {
  const jobs = new ScheduledJobs(db(), log, CHECK_MS)
  started.push(jobs)
  return jobs
}
/** Records its runs; each ends when the test calls `end` or its signal is aborted. */
class LongJob implements Job {
  readonly runs: { ending: AbortSignal | undefined; end: () => void }[] = []
  async run(ending?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.runs.push({ ending, end: resolve })
    if (ending?.aborted) resolve()
    ending?.addEventListener('abort', () => resolve())
    await promise
  }
}
const lastStart = async (name: string) =>
  (await db().sql<{ at: Date }>('SELECT started_at AS at FROM scheduled_jobs WHERE name = $1', [name]))[0]?.at

it('a job with a long interval waits for it across restarts and then starts on one replica', async () => {
  const job = new LongJob()
  const first = replica()
  first.add('zeta:hourly', HOUR, job)
  await pollUntil('its interval has begun', async () => (await lastStart('zeta:hourly')) !== undefined)
  await first.stop()
  const again = [replica(), replica()]
  for (const one of again) one.add('zeta:hourly', HOUR, job)
  const began = await lastStart('zeta:hourly')
  // both replicas have checked the job and not started it
  const checks = [0, 0]
  for (const [n, one] of again.entries())
    one.add(`zeta:checked-${n}`, CHECK_MS, { run: async () => void (checks[n] = (checks[n] ?? 0) + 1) })
  await pollUntil('both replicas check their jobs', () => checks.every(times => times > 0))
  expect([job.runs.length, await lastStart('zeta:hourly')]).toEqual([0, began])
  await db().sql(`UPDATE scheduled_jobs SET started_at = now() - interval '61 minutes' WHERE name = 'zeta:hourly'`)
  await pollUntil('it runs', () => job.runs.length > 0)
  job.runs[0]?.end()
  await pollUntil('its start is recorded', async () => Date.now() - Number(await lastStart('zeta:hourly')) < HOUR / 2)
  for (const one of again) await one.stop()
  expect(job.runs).toHaveLength(1)
})

it('a job that loses the connection of its lock is aborted, and a replica runs it again', async () => {
  const [here, there] = [new LongJob(), new LongJob()]
  replica().add('zeta:long', CHECK_MS, here)
  await pollUntil('it runs here', () => here.runs.length > 0)
  replica().add('zeta:long', CHECK_MS, there)
  await db().sql(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND objid::bigint = hashtext('job:zeta:long')::bigint & 4294967295
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  await pollUntil('its signal is aborted here', () => here.runs[0]?.ending?.aborted === true)
  await pollUntil('it runs again', () => here.runs.length + there.runs.length > 1)
})

it('more due jobs than connections all run', async () => {
  const jobs = replica()
  const ran = new Set<number>()
  const many = Array.from({ length: 12 }, (_, n) => n)
  for (const n of many) jobs.add(`zeta:many-${n}`, CHECK_MS, { run: async () => void ran.add(n) })
  await pollUntil('all of them run', () => ran.size === many.length)
})

it('jobs that are due at the same time leave connections for their work', async () => {
  const done = new Set<number>()
  const jobs = replica()
  for (let n = 0; n < 6; n++)
    jobs.add(`zeta:crowd-${n}`, CHECK_MS, {
      run: async () => {
        await db().sql('SELECT pg_sleep(0.1)')
        done.add(n)
      },
    })
  await pollUntil('each has run', () => done.size === 6)
})

describe('a job with a long interval', () => {
  it('starts with a commit of its service that requests it', async () => {
    const before = hourlyRuns
    await db().commit(async tx => tx.startJob(Hourly))
    await pollUntil('it runs', () => hourlyRuns > before)
  })

  it('starts with a commit of a command, which is another process', async () => {
    const before = hourlyRuns
    await withDatabase(services.env, { service: 'zeta' }, other => other.commit(async tx => tx.startJob(Hourly)))
    await pollUntil('it runs', () => hourlyRuns > before)
  })

  it('runs once more if it is requested while it runs', async () => {
    const job = new LongJob()
    const jobs = replica()
    jobs.add('zeta:requested', HOUR, job)
    jobs.start('zeta:requested')
    await pollUntil('it runs', () => job.runs.length === 1)
    jobs.start('zeta:requested')
    jobs.start('zeta:requested')
    job.runs[0]?.end()
    await pollUntil('it runs again', () => job.runs.length === 2)
    job.runs[1]?.end()
    await jobs.stop()
    expect(job.runs).toHaveLength(2)
  })

  it('runs again after the time with which it resolves', async () => {
    const times = [10, 10, undefined]
    let runs = 0
    const jobs = replica()
    jobs.add('zeta:again', HOUR, { run: async () => times[runs++] })
    jobs.start('zeta:again')
    await pollUntil('it has run three times', () => runs === times.length)
    await jobs.stop()
    expect(runs).toBe(times.length)
  })
})
