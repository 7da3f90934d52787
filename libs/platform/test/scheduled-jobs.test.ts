import { createLogger, defineService, Every, type Job, withDatabase } from '@daymark/platform'
import { pollUntil, startServices, type TestServices } from '@daymark/testing'
import { ScheduledJobs } from '../src/jobs/scheduled-jobs.ts'

const HOUR_MS = 3_600_000
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
const replicas: ScheduledJobs[] = []
beforeAll(
  async () =>
    void (services = await startServices([defineService({ name: 'zeta', jobs: [Hourly] })], { bus: 'memory' })),
)
afterAll(async () => {
  await Promise.all(replicas.map(jobs => jobs.stop()))
  await services.stop()
})

const db = () => services.db('zeta')
/** Creates a replica that checks its jobs every CHECK_MS. */
function createReplica(): ScheduledJobs {
  const jobs = new ScheduledJobs(db(), log, CHECK_MS)
  replicas.push(jobs)
  return jobs
}
/** Stores its runs. Each run ends when the test calls `end` or `signal` is aborted. */
class LongJob implements Job {
  readonly runs: { signal: AbortSignal | undefined; end: () => void }[] = []
  async run(signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.runs.push({ signal, end: resolve })
    if (signal?.aborted) resolve()
    signal?.addEventListener('abort', () => resolve())
    await promise
  }
}
const findLastStart = async (name: string) =>
  (await db().sql<{ at: Date }>('SELECT started_at AS at FROM scheduled_jobs WHERE name = $1', [name]))[0]?.at

it('a job with a long interval starts when the interval has passed, even after restarts, and on one replica only', async () => {
  const job = new LongJob()
  const first = createReplica()
  first.add('zeta:hourly', HOUR_MS, job)
  await pollUntil('the job is registered', async () => (await findLastStart('zeta:hourly')) !== undefined)
  await first.stop()
  const restarted = [createReplica(), createReplica()]
  for (const one of restarted) one.add('zeta:hourly', HOUR_MS, job)
  const startBefore = await findLastStart('zeta:hourly')
  // wait until both replicas have checked their jobs
  const checks = [0, 0]
  for (const [n, one] of restarted.entries())
    one.add(`zeta:checked-${n}`, CHECK_MS, { run: async () => void (checks[n] = (checks[n] ?? 0) + 1) })
  await pollUntil('both replicas check their jobs', () => checks.every(times => times > 0))
  expect([job.runs.length, await findLastStart('zeta:hourly')]).toEqual([0, startBefore])
  await db().sql(`UPDATE scheduled_jobs SET started_at = now() - interval '61 minutes' WHERE name = 'zeta:hourly'`)
  await pollUntil('it runs', () => job.runs.length > 0)
  job.runs[0]?.end()
  await pollUntil(
    'its start is recorded',
    async () => Date.now() - Number(await findLastStart('zeta:hourly')) < HOUR_MS / 2,
  )
  for (const one of restarted) await one.stop()
  expect(job.runs).toHaveLength(1)
})

it('a job that loses the connection of its lock is aborted, and a replica runs it again', async () => {
  const [first, second] = [new LongJob(), new LongJob()]
  createReplica().add('zeta:long', CHECK_MS, first)
  await pollUntil('the job runs on the first replica', () => first.runs.length > 0)
  createReplica().add('zeta:long', CHECK_MS, second)
  await db().sql(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND objid::bigint = hashtext('job:zeta:long')::bigint & 4294967295
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  await pollUntil('the signal of the run is aborted', () => first.runs[0]?.signal?.aborted === true)
  await pollUntil('it runs again', () => first.runs.length + second.runs.length > 1)
})

it('all due jobs run, even if there are more than connections', async () => {
  const jobs = createReplica()
  const ran = new Set<number>()
  const many = Array.from({ length: 12 }, (_, n) => n)
  for (const n of many) jobs.add(`zeta:many-${n}`, CHECK_MS, { run: async () => void ran.add(n) })
  await pollUntil('all jobs have run', () => ran.size === many.length)
})

it('jobs that are due at the same time leave connections for their own statements', async () => {
  const done = new Set<number>()
  const jobs = createReplica()
  for (let n = 0; n < 6; n++)
    jobs.add(`zeta:crowd-${n}`, CHECK_MS, {
      run: async () => {
        await db().sql('SELECT pg_sleep(0.1)')
        done.add(n)
      },
    })
  await pollUntil('each job has run', () => done.size === 6)
})

describe('a job with a long interval', () => {
  it('starts when a commit of its service requests it', async () => {
    const before = hourlyRuns
    await db().commit(async tx => tx.startJob(Hourly))
    await pollUntil('it runs', () => hourlyRuns > before)
  })

  it('starts when a commit of another process, such as a command, requests it', async () => {
    const before = hourlyRuns
    await withDatabase(services.env, { service: 'zeta' }, other => other.commit(async tx => tx.startJob(Hourly)))
    await pollUntil('it runs', () => hourlyRuns > before)
  })

  it('runs once more if it is requested while it runs', async () => {
    const job = new LongJob()
    const jobs = createReplica()
    jobs.add('zeta:requested', HOUR_MS, job)
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

  it('runs again after the delay that its run returned', async () => {
    const delaysMs = [10, 10, undefined]
    let runs = 0
    const jobs = createReplica()
    jobs.add('zeta:again', HOUR_MS, { run: async () => delaysMs[runs++] })
    jobs.start('zeta:again')
    await pollUntil('it has run three times', () => runs === delaysMs.length)
    await jobs.stop()
    expect(runs).toBe(delaysMs.length)
  })
})
