import { randomUUID } from 'node:crypto'
import { event, type EventOf } from '@daymark/contracts'
import {
  Database,
  Every,
  On,
  run,
  type Commit,
  type Job,
  type RunningProcess,
  type Subscriber,
  defineService,
} from '@daymark/platform'
import { startServices, type TestServices } from '@daymark/testing'
import type { MigrationInterface, QueryRunner } from 'typeorm'
import { z } from 'zod'

const counted = event('delta.thing.counted.v1', z.object({ id: z.uuid(), version: z.number().int() }))
const removed = event('delta.thing.removed.v1', z.object({ id: z.uuid() }), { priority: 'urgent' })
class Counts1800000000003 implements MigrationInterface {
  name = 'Counts1800000000003'
  async up(q: QueryRunner) {
    await q.query('CREATE TABLE counts (id uuid PRIMARY KEY, version int NOT NULL, removed boolean NOT NULL)')
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE counts')
  }
}
@On(counted)
class RememberCount implements Subscriber<typeof counted> {
  async on({ data }: EventOf<typeof counted>, commit: Commit) {
    await commit(tx =>
      tx.sql(
        `INSERT INTO counts AS mine VALUES ($1, $2, false) ON CONFLICT (id) DO UPDATE SET version = $2
         WHERE NOT mine.removed AND mine.version < $2`,
        [data.id, data.version],
      ),
    )
  }
}
@On(removed)
class ForgetCount implements Subscriber<typeof removed> {
  async on({ data }: EventOf<typeof removed>, commit: Commit) {
    const sql = 'INSERT INTO counts VALUES ($1, 0, true) ON CONFLICT (id) DO UPDATE SET version = 0, removed = true'
    await commit(tx => tx.sql(sql, [data.id]))
  }
}
/** The start times of the job from the database: this process may be suspended before it reads its own clock. */
let startTimes: number[] = []
@Every('1s')
class Tick implements Job {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }
  async run() {
    const [row] = await this.db.sql<{ at: Date }>(
      `SELECT started_at AS at FROM scheduled_jobs WHERE name = 'epsilon:Tick'`,
    )
    startTimes.push(Number(row?.at))
  }
}
const delta = defineService({ name: 'delta' })
const epsilon = defineService({
  name: 'epsilon',
  migrations: [Counts1800000000003],
  subscribers: [RememberCount, ForgetCount],
  jobs: [Tick],
})

describe('two replicas of everything over NATS', () => {
  let services: TestServices
  let second: RunningProcess
  beforeAll(async () => {
    services = await startServices([delta, epsilon], { bus: 'nats' })
    second = await run([delta, epsilon], { env: services.env, allServices: ['delta', 'epsilon'] })
  })
  afterAll(async () => {
    await second.stop()
    await services.stop()
  })

  it('the newest version and deletions win, in any order of handling', async () => {
    const things = Array.from({ length: 40 }, () => ({ id: randomUUID(), version: 0, removed: false }))
    const [firstDb, secondDb] = [services.db('delta'), second.services.find(s => s.name === 'delta')?.db]
    for (let i = 0; i < 1500; i++) {
      const thing = things[i % 7 === 0 ? 0 : Math.floor(Math.random() * things.length)]
      if (!thing || thing.removed) continue
      thing.removed = i > 500 && Math.random() < 0.02
      const { id } = thing
      await (i % 2 ? firstDb : secondDb)?.commit(async tx => {
        if (thing.removed) tx.emit(removed, id, { id })
        else tx.emit(counted, id, { id, version: ++thing.version })
      })
    }
    await services.settle()
    const rows = await services
      .db('epsilon')
      .sql<{ id: string; version: number; removed: boolean }>('SELECT * FROM counts')
    const published = things.filter(thing => thing.version || thing.removed)
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    expect(rows.toSorted(byId)).toEqual(
      published.map(t => ({ ...t, version: t.removed ? 0 : t.version })).toSorted(byId),
    )
    expect(await services.db('epsilon').sql('SELECT * FROM dead_letters')).toEqual([])
  })

  it('a scheduled job runs once per interval', async () => {
    startTimes = []
    while (startTimes.length < 7) await new Promise(resolve => setTimeout(resolve, 50))
    // seven starts span six intervals of a second, or three if each replica runs the job
    expect((startTimes[6] ?? 0) - (startTimes[0] ?? 0)).toBeGreaterThan(5000)
  })
})
