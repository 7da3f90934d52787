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

const SECOND_MS = 1000
const workRequested = event('kappa.work.requested.v1', z.object({ ownerId: z.string(), text: z.string() }))
const work = defineJob('work', z.object({ text: z.string() }), { concurrency: 4, perGroup: 2 })

/** What a job does, by its text. Jobs with other texts do nothing. */
const behavior = new Map<string, (attempts: number) => Promise<void> | void>()
/** The text of each attempt of a job, in order. */
let attemptedTexts: string[] = []
async function runBehavior(text: string, attempts: number): Promise<void> {
  attemptedTexts.push(text)
  await behavior.get(text)?.(attempts)
}

@Runs(work)
class Work implements JobRunner<typeof work> {
  async run({ text }: { text: string }, lease: Lease) {
    await runBehavior(text, lease.job.attempts)
    if (text === 'postponed' && countAttempts(text) < 20) await lease.postpone(services.clock.now(), async () => {})
  }
}
@On(workRequested, { asJob: true, concurrency: 3 })
class WorkOnEvent implements Subscriber<typeof workRequested> {
  async on({ data }: EventOf<typeof workRequested>, commit: Commit) {
    await runBehavior(data.text, 1)
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
  attemptedTexts = []
  behavior.clear()
})

type JobOptions = Partial<{ key: string; account: string; group: string; sequence: string }>
const enqueue = (text: string, { key = randomUUID(), account = 'ada', ...more }: JobOptions = {}) =>
  db.commit(async tx => queue.enqueue(tx, work, [{ data: { text }, key, account, ...more }]))
const countAttempts = (text: string): number => attemptedTexts.filter(attempted => attempted === text).length
const findJobs = (text: string) =>
  db.sql<{ attempts: number; uncounted: number; last_error: string | null }>(
    `SELECT attempts, uncounted_attempts AS uncounted, last_error FROM job_queue WHERE payload -> 'data' ->> 'text' = $1`,
    [text],
  )
const waitUntilDone = (text: string) => pollUntil(`${text} is done`, async () => (await findJobs(text)).length === 0)
const findDeadLetters = () =>
  db.sql<{ subscriber: string; reason: string; attempts: number }>(
    'SELECT subscriber, reason, attempts FROM dead_letters',
  )
/** Makes jobs with this text run until the returned function is called. */
function blockJobs(text: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  behavior.set(text, () => promise)
  return resolve
}

describe('a job', () => {
  it('is enqueued only if its transaction commits, and once for each key', async () => {
    const failing = db.commit(async tx => {
      queue.enqueue(tx, work, [{ data: { text: 'rolled back' }, key: 'a', account: 'ada' }])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const end = blockJobs('once')
    await enqueue('once', { key: 'b' })
    await enqueue('once', { key: 'b' })
    await pollUntil('the job runs', () => countAttempts('once') === 1)
    end()
    await waitUntilDone('once')
    expect(attemptedTexts).toEqual(['once'])
  })

  it('is retried after failures, then becomes a dead letter that can be replayed', async () => {
    behavior.set('broken', () => {
      throw new Error('broken')
    })
    await enqueue('broken')
    await pollUntil('the job is a dead letter', async () => (await findDeadLetters()).length === 1)
    expect(countAttempts('broken')).toBe(3)
    expect(await findDeadLetters()).toEqual([{ subscriber: 'work', reason: 'broken', attempts: 3 }])
    behavior.clear()
    await new DeadLetters(db).replay({}, system)
    await pollUntil(
      'the replay succeeds',
      async () => countAttempts('broken') === 4 && (await findDeadLetters()).length === 0,
    )
    await waitUntilDone('broken')
  })

  it('is retried one at a time and without using up attempts while a dependency is unavailable', async () => {
    let isAway = true
    let [running, maxRunning] = [0, 0]
    const texts = Array.from({ length: 20 }, (_, n) => `away ${n}`)
    for (const text of texts)
      behavior.set(text, async () => {
        maxRunning = Math.max(maxRunning, ++running)
        await new Promise(resolve => setImmediate(resolve))
        running--
        if (isAway) throw new TransientError('away')
      })
    for (const text of texts) await enqueue(text)
    await pollUntil('the jobs pause', () => attemptedTexts.length > 8)
    maxRunning = 0
    const before = attemptedTexts.length
    await pollUntil('several jobs were retried', () => attemptedTexts.length > before + 5)
    expect(maxRunning).toBe(1)
    isAway = false
    for (const text of texts) await waitUntilDone(text)
    expect(await findDeadLetters()).toEqual([])
  })

  it('is shown to operators, who can retry failing jobs at once and delete waiting ones', async () => {
    const waiting = new WaitingJobs(db)
    const now = () => services.clock.now()
    const later = new Date(+now() + 3600 * SECOND_MS)
    const insert = (key: string, error: string | null) =>
      db.sql(
        `INSERT INTO job_queue (kind, key, account, payload, run_at, attempts, last_error, created_at)
         VALUES ('work', $1, 'ada', $2, $3, $4, $5, $6)`,
        [key, JSON.stringify({ id: randomUUID(), data: { text: key } }), later, error ? 1 : 0, error, now()],
      )
    await insert('failing', 'the disk is full')
    await insert('planned', null)
    expect(await waiting.summarize(now())).toEqual([
      {
        kind: 'work',
        waiting: 2,
        running: 0,
        failing: 1,
        oldestSeconds: expect.any(Number),
        lastError: 'the disk is full',
      },
    ])
    expect(await waiting.listFailing(now(), 10)).toMatchObject([
      { kind: 'work', attempts: 1, reason: 'the disk is full' },
    ])
    expect(await waiting.retry('all', now(), system)).toBe(1)
    await waitUntilDone('failing')
    expect(await waiting.drop('other', now(), system)).toBe(0)
    expect(await waiting.drop('work', now(), system)).toBe(1)
    expect(await findJobs('planned')).toEqual([])
    expect(countAttempts('planned')).toBe(0)
  })

  it('uses up no attempts by postponing itself', async () => {
    await enqueue('postponed')
    await waitUntilDone('postponed')
    expect([countAttempts('postponed'), await findDeadLetters()]).toEqual([20, []])
  })

  it('for an event is enqueued when the event is handled, and runs the subscriber', async () => {
    const end = blockJobs('slow event')
    const handled = services.publish(workRequested, 'key', { ownerId: 'ada', text: 'slow event' })
    await pollUntil('the job runs', () => countAttempts('slow event') === 1)
    const [inboxRow] = await db.sql<{ done: boolean }>('SELECT done_at IS NOT NULL AS done FROM inbox')
    expect(inboxRow).toEqual({ done: true })
    end()
    await handled
    expect(await findJobs('slow event')).toEqual([])
  })

  it('starts after the first attempt of the previous job in its sequence', async () => {
    const end = blockJobs('first')
    await enqueue('first', { sequence: 'album' })
    await enqueue('second', { sequence: 'album' })
    await enqueue('other', { sequence: 'another album' })
    await waitUntilDone('other')
    expect(attemptedTexts).toEqual(['first', 'other'])
    end()
    await waitUntilDone('second')
  })
})

describe('an account', () => {
  it('with 10,000 failing or slow jobs does not delay a job of another account', async () => {
    behavior.set('flood', () => new Promise((_, fail) => setTimeout(() => fail(new Error('no')), 5)))
    await db.sql(
      `INSERT INTO job_queue (kind, key, account, payload, run_at, created_at)
       SELECT 'work', gen_random_uuid(), 'busy', jsonb_build_object('id', gen_random_uuid(), 'type', 'work', 'time', '', 'source', 'kappa',
         'subject', n::text, 'data', jsonb_build_object('text', 'flood')), $1, $1 FROM generate_series(1, 10000) AS n`,
      [services.clock.now()],
    )
    await pollUntil('the flood runs', () => countAttempts('flood') > 100)
    const before = countAttempts('flood')
    await enqueue('quiet', { account: 'quiet' })
    await pollUntil('the job of the other account ran', () => countAttempts('quiet') === 1)
    // at most 50 jobs of the busy account were running or started while the quiet job was committed
    expect(attemptedTexts.slice(before).indexOf('quiet')).toBeLessThan(50)
    const plan = await db.sql<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS OFF, COSTS OFF) SELECT id FROM job_queue WHERE kind = 'work' AND account = 'busy' AND job_group = ''
       AND run_at <= now() ORDER BY run_at, id LIMIT 4`,
    )
    expect(plan.map(line => line['QUERY PLAN']).join(' ')).toContain('job_queue_due')
    await db.sql(`DELETE FROM job_queue`)
  })

  it('leaves one slot free for other accounts, and a group never exceeds its limit', async () => {
    const end = blockJobs('held')
    for (let n = 0; n < 6; n++) await enqueue('held', { account: 'busy', group: n % 2 ? 'one' : 'two' })
    await pollUntil('three jobs run', () => countAttempts('held') === 3)
    await enqueue('quick', { account: 'quiet' })
    await waitUntilDone('quick')
    expect(countAttempts('held')).toBe(3)
    end()
    await waitUntilDone('held')
    const release = blockJobs('grouped')
    for (const account of ['ada', 'bob', 'cleo']) await enqueue('grouped', { account, group: 'host' })
    await enqueue('elsewhere', { account: 'ada', group: 'other host' })
    await waitUntilDone('elsewhere')
    expect(countAttempts('grouped')).toBe(2)
    release()
    await waitUntilDone('grouped')
  })
})

describe('a lease', () => {
  /** Claims jobs of a kind that the running service does not know. */
  const claimWith = async (other: JobQueue): Promise<ClaimedJob[]> =>
    other.claim([{ kind: 'unknown here', account: 'ada', group: '', count: 10 }], [])
  const unknownJob = defineJob('unknown here', z.object({}))

  it('lasts while it is renewed; after it expires, another process can claim the job and the first process can no longer change it', async () => {
    services.clock.hold()
    const [one, other] = [new JobQueue(db, services.clock), new JobQueue(db, services.clock)]
    await db.commit(async tx => queue.enqueue(tx, unknownJob, [{ data: {}, key: 'a', account: 'ada' }]))
    const [job] = await claimWith(one)
    services.clock.advance(40 * SECOND_MS)
    expect(await one.renewLeases([job!.id])).toEqual(new Set([job!.id]))
    services.clock.advance(40 * SECOND_MS)
    expect(await claimWith(other)).toEqual([])
    services.clock.advance(21 * SECOND_MS)
    expect((await claimWith(other)).map(({ id, attempts }) => [id, attempts])).toEqual([[job!.id, 2]])
    expect(await one.renewLeases([job!.id])).toEqual(new Set())
    await expect(one.complete(job!, async () => {})).rejects.toThrow(expect.objectContaining({ name: 'LeaseLost' }))
    await other.releaseAll()
    expect((await claimWith(one)).map(({ attempts }) => attempts)).toEqual([2])
    await one.complete(job!, async () => {})
  })

  it('belongs to one of several processes that claim jobs at the same time', async () => {
    const keys = Array.from({ length: 12 }, (_, index) => String(index).padStart(2, '0'))
    const jobs = keys.map(key => ({ data: {}, key, account: 'ada' }))
    await db.commit(async tx => queue.enqueue(tx, unknownJob, jobs))
    const processes = [1, 2, 3].map(() => new JobQueue(db, services.clock))
    const claimedJobs = (await Promise.all(processes.map(claimWith))).flat()
    const restOfJobs = await claimWith(queue)
    expect([...claimedJobs, ...restOfJobs].map(({ key }) => key).toSorted()).toEqual(keys)
    await db.sql(`DELETE FROM job_queue WHERE kind = 'unknown here'`)
  })

  it('is released at shutdown after the job has had time to finish', async () => {
    const end = blockJobs('interrupted')
    await enqueue('interrupted')
    await pollUntil('the job runs', () => countAttempts('interrupted') === 1)
    const stopped = services.process.stop()
    setTimeout(end, 100)
    await stopped
    services.process = await run([kappa], { env: services.env, clock: services.clock, allServices: ['kappa'] })
    db = services.db('kappa')
    expect(await findJobs('interrupted')).toEqual([])
  })
})
