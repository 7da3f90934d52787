import { createLogger, defineService, type Job } from '@daymark/platform'
import { pollUntil, startServices, type TestServices } from '@daymark/testing'
import { Jobs } from '../src/service/jobs.ts'

const HOUR = 3_600_000
const LOOK_MS = 100
const log = createLogger('test', 'silent')

let services: TestServices
const started: Jobs[] = []
beforeAll(async () => void (services = await startServices([defineService({ name: 'zeta' })], { bus: 'memory' })))
afterAll(async () => {
  await Promise.all(started.map(jobs => jobs.stop()))
  await services.stop()
})

const db = () => services.db('zeta')
/** A replica that looks at its jobs quickly. */
function replica(): Jobs {
  const jobs = new Jobs(db(), log, LOOK_MS)
  started.push(jobs)
  return jobs
}
/** Remembers its runs; each ends when it is let go, or told to, which may have been before it began. */
class Long implements Job {
  readonly runs: { ending: AbortSignal | undefined; end: () => void }[] = []
  async run(ending?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.runs.push({ ending, end: resolve })
    if (ending?.aborted) resolve()
    ending?.addEventListener('abort', () => resolve())
    await promise
  }
}
const noted = async (name: string) =>
  (await db().sql<{ at: Date }>('SELECT started_at AS at FROM scheduled_jobs WHERE name = $1', [name]))[0]?.at

it('a job of hours waits for its interval, also over a new start, and then begins at once, on one replica', async () => {
  const job = new Long()
  const first = replica()
  first.add('zeta:hourly', HOUR, job)
  await pollUntil('its interval has begun', async () => (await noted('zeta:hourly')) !== undefined)
  await first.stop()
  const again = [replica(), replica()]
  for (const one of again) one.add('zeta:hourly', HOUR, job)
  const began = await noted('zeta:hourly')
  // they have looked, and left it
  const looked = [0, 0]
  for (const [n, one] of again.entries())
    one.add(`zeta:looked-${n}`, LOOK_MS, { run: async () => void (looked[n] = (looked[n] ?? 0) + 1) })
  await pollUntil('both look at their jobs', () => looked.every(times => times > 0))
  expect([job.runs.length, await noted('zeta:hourly')]).toEqual([0, began])
  await db().sql(`UPDATE scheduled_jobs SET started_at = now() - interval '61 minutes' WHERE name = 'zeta:hourly'`)
  await pollUntil('it runs', () => job.runs.length > 0)
  job.runs[0]?.end()
  await pollUntil('its start is noted', async () => Date.now() - Number(await noted('zeta:hourly')) < HOUR / 2)
  for (const one of again) await one.stop()
  expect(job.runs).toHaveLength(1)
})

it('a job whose lock is gone with its connection is told to end, and another replica goes on', async () => {
  const [here, there] = [new Long(), new Long()]
  replica().add('zeta:long', LOOK_MS, here)
  await pollUntil('it runs here', () => here.runs.length > 0)
  replica().add('zeta:long', LOOK_MS, there)
  await db().sql(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND objid::bigint = hashtext('job:zeta:long')::bigint & 4294967295
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  await pollUntil('it is told to end here', () => here.runs[0]?.ending?.aborted === true)
  await pollUntil('somebody runs it again', () => here.runs.length + there.runs.length > 1)
})

it('more jobs than connections that are due at the same moment all run', async () => {
  const jobs = replica()
  const ran = new Set<number>()
  const many = Array.from({ length: 12 }, (_, n) => n)
  for (const n of many) jobs.add(`zeta:many-${n}`, LOOK_MS, { run: async () => void ran.add(n) })
  await pollUntil('all of them run', () => ran.size === many.length)
})

it('jobs that are due at the same time leave connections for their own work', async () => {
  const done = new Set<number>()
  const jobs = replica()
  for (let n = 0; n < 6; n++)
    jobs.add(`zeta:crowd-${n}`, LOOK_MS, {
      run: async () => {
        await db().sql('SELECT pg_sleep(0.1)')
        done.add(n)
      },
    })
  await pollUntil('each has run', () => done.size === 6)
})
