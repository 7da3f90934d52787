import { randomUUID } from 'node:crypto'
import { event, type EventOf, system } from '@daymark/contracts'
import {
  type ClaimedJob,
  type Commit,
  type Database,
  DeadLetters,
  defineJob,
  defineService,
  JobQueue,
  type JobRunner,
  type Lease,
  On,
  run,
  Runs,
  type Subscriber,
  TransientError,
  WaitingJobs,
} from '@daymark/platform'
import { pollUntil, startServices, type TestServices } from '@daymark/testing'
import { z } from 'zod'

const SECOND = 1000
const asked = event('kappa.work.asked.v1', z.object({ ownerId: z.string(), text: z.string() }))
const work = defineJob('work', z.object({ text: z.string() }), { concurrency: 4, perGroup: 2 })

/** The behaviour of jobs by their text, and the texts of all attempts. */
const behaviour = new Map<string, (attempts: number) => Promise<void> | void>()
let ran: string[] = []
async function behave(text: string, attempts: number): Promise<void> {
  ran.push(text)
  await behaviour.get(text)?.(attempts)
}

@Runs(work)
class Work implements JobRunner<typeof work> {
  async run({ text }: { text: string }, lease: Lease) {
    await behave(text, lease.job.attempts)
    if (text === 'postponed' && times(text) < 20) await lease.postpone(services.clock.now(), async () => {})
  }
}
@On(asked, { asJob: true, concurrency: 3 })
class WorkOnEvent implements Subscriber<typeof asked> {
  async on({ data }: EventOf<typeof asked>, commit: Commit) {
    await behave(data.text, 1)
    await commit(async () => {})
  }
}
const kappa = defineService({ name: 'kappa', subscribers: [WorkOnEvent], jobs: [Work] })

let services: TestServices
let db: Database
let queue: JobQueue
beforeAll(async () => {
  services = await startServices([kappa], {
    env: { DAYMARK_DELIVERY_ATTEMPTS: '3', DAYMARK_DELIVERY_BACKOFF_MAX_MS: '100' },
  })
  db = services.db('kappa')
  queue = services.get('kappa', JobQueue)
})
afterAll(() => services.stop())
beforeEach(() => {
  ran = []
  behaviour.clear()
})

type New = Partial<{ key: string; account: string; group: string; sequence: string }>
const enqueue = (text: string, { key = randomUUID(), account = 'ada', ...more }: New = {}) =>
  db.commit(async tx => queue.enqueue(tx, work, [{ data: { text }, key, account, ...more }]))
const times = (text: string): number => ran.filter(one => one === text).length
const jobsOf = (text: string) =>
  db.sql<{ attempts: number; uncounted: number; last_error: string | null }>(
    `SELECT attempts, uncounted_attempts AS uncounted, last_error FROM job_queue WHERE payload -> 'data' ->> 'text' = $1`,
    [text],
  )
const gone = (text: string) => pollUntil(`${text} is done`, async () => (await jobsOf(text)).length === 0)
const letters = () =>
  db.sql<{ subscriber: string; reason: string; attempts: number }>(
    'SELECT subscriber, reason, attempts FROM dead_letters',
  )
/** A job that runs until the test ends it. */
function held(text: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  behaviour.set(text, () => promise)
  return resolve
}

describe('a job', () => {
  it('is enqueued with its transaction or not at all, and once for each key', async () => {
    const failing = db.commit(async tx => {
      queue.enqueue(tx, work, [{ data: { text: 'rolled back' }, key: 'a', account: 'ada' }])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const end = held('once')
    await enqueue('once', { key: 'b' })
    await enqueue('once', { key: 'b' })
    await pollUntil('it runs', () => times('once') === 1)
    end()
    await gone('once')
    expect(ran).toEqual(['once'])
  })

  it('is retried after failures, then becomes a dead letter that can be replayed', async () => {
    behaviour.set('broken', () => {
      throw new Error('broken')
    })
    await enqueue('broken')
    await pollUntil('it is given up', async () => (await letters()).length === 1)
    expect(times('broken')).toBe(3)
    expect(await letters()).toEqual([{ subscriber: 'work', reason: 'broken', attempts: 3 }])
    behaviour.clear()
    await new DeadLetters(db).replay({}, system)
    await pollUntil('the replay succeeds', async () => times('broken') === 4 && (await letters()).length === 0)
    await gone('broken')
  })

  it('is retried one at a time and without using up attempts while a dependency is unavailable', async () => {
    let isAway = true
    let [running, most] = [0, 0]
    const texts = Array.from({ length: 20 }, (_, n) => `away ${n}`)
    for (const text of texts)
      behaviour.set(text, async () => {
        most = Math.max(most, ++running)
        await new Promise(resolve => setImmediate(resolve))
        running--
        if (isAway) throw new TransientError('away')
      })
    for (const text of texts) await enqueue(text)
    await pollUntil('it pauses', () => ran.length > 8)
    most = 0
    const before = ran.length
    await pollUntil('several have looked', () => ran.length > before + 5)
    expect(most).toBe(1)
    isAway = false
    for (const text of texts) await gone(text)
    expect(await letters()).toEqual([])
  })

  it('is shown to operators, who run a failing one at once or drop what waits', async () => {
    const waiting = new WaitingJobs(db)
    const now = () => services.clock.now()
    const later = new Date(+now() + 3600 * SECOND)
    const insert = (key: string, error: string | null) =>
      db.sql(
        `INSERT INTO job_queue (kind, key, account, payload, run_at, attempts, last_error, created_at)
         VALUES ('work', $1, 'ada', $2, $3, $4, $5, $6)`,
        [key, JSON.stringify({ id: randomUUID(), data: { text: key } }), later, error ? 1 : 0, error, now()],
      )
    await insert('failing', 'the disk is full')
    await insert('planned', null)
    expect(await waiting.summary(now())).toEqual([
      {
        kind: 'work',
        waiting: 2,
        running: 0,
        failing: 1,
        oldestSeconds: expect.any(Number),
        lastError: 'the disk is full',
      },
    ])
    expect(await waiting.failing(now(), 10)).toMatchObject([{ kind: 'work', attempts: 1, reason: 'the disk is full' }])
    expect(await waiting.retry('all', now(), system)).toBe(1)
    await gone('failing')
    expect(await waiting.drop('other', now(), system)).toBe(0)
    expect(await waiting.drop('work', now(), system)).toBe(1)
    expect(await jobsOf('planned')).toEqual([])
    expect(times('planned')).toBe(0)
  })

  it('uses up no attempts by postponing itself', async () => {
    await enqueue('postponed')
    await gone('postponed')
    expect([times('postponed'), await letters()]).toEqual([20, []])
  })

  it('for an event is enqueued when the event is handled, and runs the subscriber', async () => {
    const end = held('slow event')
    const handled = services.publish(asked, 'key', { ownerId: 'ada', text: 'slow event' })
    await pollUntil('it runs', () => times('slow event') === 1)
    const [mark] = await db.sql<{ done: boolean }>('SELECT done_at IS NOT NULL AS done FROM inbox')
    expect(mark).toEqual({ done: true })
    end()
    await handled
    expect(await jobsOf('slow event')).toEqual([])
  })

  it('starts after the first attempt of the previous job of its sequence', async () => {
    const end = held('first')
    await enqueue('first', { sequence: 'album' })
    await enqueue('second', { sequence: 'album' })
    await enqueue('other', { sequence: 'another album' })
    await gone('other')
    expect(ran).toEqual(['first', 'other'])
    end()
    await gone('second')
  })
})

describe('an account', () => {
  it('with 10,000 failing or slow jobs does not delay a job of another account', async () => {
    behaviour.set('flood', () => new Promise((_, fail) => setTimeout(() => fail(new Error('no')), 5)))
    await db.sql(
      `INSERT INTO job_queue (kind, key, account, payload, run_at, created_at)
       SELECT 'work', gen_random_uuid(), 'busy', jsonb_build_object('id', gen_random_uuid(), 'type', 'work', 'time', '', 'source', 'kappa',
         'subject', n::text, 'data', jsonb_build_object('text', 'flood')), $1, $1 FROM generate_series(1, 10000) AS n`,
      [services.clock.now()],
    )
    await pollUntil('the flood runs', () => times('flood') > 100)
    const before = times('flood')
    await enqueue('quiet', { account: 'quiet' })
    await pollUntil('the other ran', () => times('quiet') === 1)
    // jobs that were running, and jobs that started while this one was committed
    expect(ran.slice(before).indexOf('quiet')).toBeLessThan(50)
    const plan = await db.sql<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS OFF, COSTS OFF) SELECT id FROM job_queue WHERE kind = 'work' AND account = 'busy' AND job_group = ''
       AND run_at <= now() ORDER BY run_at, id LIMIT 4`,
    )
    expect(plan.map(line => line['QUERY PLAN']).join(' ')).toContain('job_queue_due')
    await db.sql(`DELETE FROM job_queue`)
  })

  it('leaves one slot free, and a group never exceeds its limit', async () => {
    const end = held('held')
    for (let n = 0; n < 6; n++) await enqueue('held', { account: 'busy', group: n % 2 ? 'one' : 'two' })
    await pollUntil('three run', () => times('held') === 3)
    await enqueue('quick', { account: 'quiet' })
    await gone('quick')
    expect(times('held')).toBe(3)
    end()
    await gone('held')
    const release = held('grouped')
    for (const account of ['ada', 'bob', 'cleo']) await enqueue('grouped', { account, group: 'host' })
    await enqueue('elsewhere', { account: 'ada', group: 'other host' })
    await gone('elsewhere')
    expect(times('grouped')).toBe(2)
    release()
    await gone('grouped')
  })
})

describe('a lease', () => {
  /** Claims as another process would. */
  const claimBy = async (other: JobQueue): Promise<ClaimedJob[]> =>
    other.claim([{ kind: 'unknown here', account: 'ada', group: '', count: 10 }], [])
  const elsewhere = defineJob('unknown here', z.object({}))

  it('lasts while it is renewed; after it ends another process claims the job and the first can change nothing', async () => {
    services.clock.hold()
    const [one, other] = [new JobQueue(db, services.clock), new JobQueue(db, services.clock)]
    await db.commit(async tx => queue.enqueue(tx, elsewhere, [{ data: {}, key: 'a', account: 'ada' }]))
    const [job] = await claimBy(one)
    services.clock.advance(40 * SECOND)
    expect(await one.renew([job!.id])).toEqual(new Set([job!.id]))
    services.clock.advance(40 * SECOND)
    expect(await claimBy(other)).toEqual([])
    services.clock.advance(21 * SECOND)
    expect((await claimBy(other)).map(({ id, attempts }) => [id, attempts])).toEqual([[job!.id, 2]])
    expect(await one.renew([job!.id])).toEqual(new Set())
    await expect(one.complete(job!, async () => {})).rejects.toThrow(expect.objectContaining({ name: 'LeaseLost' }))
    await other.release()
    expect((await claimBy(one)).map(({ attempts }) => attempts)).toEqual([2])
    await one.complete(job!, async () => {})
  })

  it('is released at shutdown after the job had time to finish', async () => {
    const end = held('interrupted')
    await enqueue('interrupted')
    await pollUntil('it runs', () => times('interrupted') === 1)
    const stopped = services.process.stop()
    setTimeout(end, 100)
    await stopped
    services.process = await run([kappa], { env: services.env, clock: services.clock, all: ['kappa'] })
    db = services.db('kappa')
    expect(await jobsOf('interrupted')).toEqual([])
  })
})
