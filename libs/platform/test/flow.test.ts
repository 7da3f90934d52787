import { rpc, event, type EventOf, type Input } from '@daymark/contracts'
import { type Commit, Database, defineService, Handles, On, RpcHandlers, type Subscriber } from '@daymark/platform'
import { actorOf, startServices, type TestServices } from '@daymark/testing'
import { randomUUID } from 'node:crypto'
import type { MigrationInterface, QueryRunner } from 'typeorm'
import { z } from 'zod'

const add = rpc('alpha.things.add', z.object({ name: z.string().min(1) }), z.object({ id: z.uuid() }))
const added = event('alpha.thing.added.v1', z.object({ id: z.uuid(), name: z.string() }))

class Things1800000000001 implements MigrationInterface {
  name = 'Things1800000000001'
  async up(q: QueryRunner) {
    await q.query('CREATE TABLE things (id uuid PRIMARY KEY, name text NOT NULL, seen int NOT NULL DEFAULT 0)')
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE things')
  }
}

@RpcHandlers()
class ThingHandlers {
  constructor(private readonly db: Database) {}

  @Handles(add)
  async addThing(input: Input<typeof add>) {
    const id = randomUUID()
    await this.db.commit(async tx => {
      await tx.sql('INSERT INTO things (id, name) VALUES ($1, $2)', [id, input.name])
      tx.emit(added, id, { id, name: input.name })
    })
    return { id }
  }
}

let failures = 0
@On(added)
class RememberThing implements Subscriber<typeof added> {
  async on(e: EventOf<typeof added>, commit: Commit) {
    if (failures-- > 0) throw new Error('not yet')
    await commit(async tx => {
      await tx.sql('INSERT INTO things (id, name, seen) VALUES ($1, $2, 1)', [e.data.id, e.data.name])
    })
  }
}

/** Does not handle "boring" events. Its filter throws for "unclear" events. */
@On(added)
class CountThing implements Subscriber<typeof added> {
  static counted: string[] = []
  async shouldHandle({ data: { name } }: EventOf<typeof added>) {
    if (name === 'unclear') throw new Error('the filter failed')
    return name !== 'boring'
  }
  async on({ data: { name } }: EventOf<typeof added>) {
    CountThing.counted.push(name)
  }
}

/** Has no effects outside of its commit. Stores the number of previous attempts, as counted in the inbox, at each attempt. */
@On(added, { onlyCommits: true })
class MirrorThing implements Subscriber<typeof added> {
  static failures = 0
  static counted: number[] = []
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }
  async on({ id, data: { name } }: EventOf<typeof added>, commit: Commit) {
    const sql = 'SELECT attempts FROM inbox WHERE event_id = $1 AND subscriber = $2'
    const [row] = await this.db.sql<{ attempts: number }>(sql, [id, 'MirrorThing'])
    if (name === 'mirrored') MirrorThing.counted.push(row?.attempts ?? 0)
    await commit(async () => {
      if (name === 'mirrored' && MirrorThing.failures-- > 0) throw new Error('not yet')
    })
  }
}

const alpha = defineService({ name: 'alpha', migrations: [Things1800000000001], handlers: [ThingHandlers] })
const beta = defineService({
  name: 'beta',
  migrations: [Things1800000000001],
  subscribers: [RememberThing, CountThing, MirrorThing],
})

describe.each(['memory', 'nats'] as const)('a write travels over %s', bus => {
  let services: TestServices
  beforeAll(async () => {
    services = await startServices([alpha, beta], { bus })
  })
  afterAll(() => services.stop())

  it('rows and events are committed together, and each event has its effect once even after failures', async () => {
    failures = 2
    const { id } = await services.rpc.call(add, { name: 'first' }, actorOf(randomUUID()))
    await services.settle()
    expect(await services.db('beta').sql('SELECT name, seen FROM things WHERE id = $1', [id])).toEqual([
      { name: 'first', seen: 1 },
    ])
  })

  it('an event that a subscriber filters out is neither handled nor recorded; if the filter fails, it is handled', async () => {
    CountThing.counted = []
    for (const name of ['boring', 'unclear', 'new']) await services.rpc.call(add, { name }, actorOf(randomUUID()))
    await services.settle()
    expect(CountThing.counted.toSorted()).toEqual(['new', 'unclear'])
    const things = await services.db('beta').sql<{ n: number }>(`SELECT count(*)::int AS n FROM things`)
    const inboxRows = await services
      .db('beta')
      .sql<{ subscriber: string; n: number }>('SELECT subscriber, count(*)::int AS n FROM inbox GROUP BY 1 ORDER BY 1')
    expect(inboxRows).toEqual([
      { subscriber: 'CountThing', n: (things[0]?.n ?? 0) - 1 },
      { subscriber: 'MirrorThing', n: things[0]?.n },
      { subscriber: 'RememberThing', n: things[0]?.n },
    ])
  })

  it('attempts of a subscriber with onlyCommits are counted only if they fail', async () => {
    Object.assign(MirrorThing, { failures: 2, counted: [] })
    await services.rpc.call(add, { name: 'mirrored' }, actorOf(randomUUID()))
    await services.settle()
    expect(MirrorThing.counted).toEqual([0, 1, 2])
  })

  it('for an event from before the start of the process, each attempt is counted before it runs, because the event may have crashed an earlier process', async () => {
    Object.assign(MirrorThing, { failures: 0, counted: [] })
    const data = { id: randomUUID(), name: 'mirrored' }
    const envelope = {
      id: randomUUID(),
      type: added.name,
      source: 'alpha',
      subject: data.id,
      time: '2025-01-01T00:00:00.000Z',
    }
    await services.db('alpha').commit(async tx => {
      tx.events.push({ priority: added.priority, owner: '', envelope: { ...envelope, data } })
    })
    await services.settle()
    expect(MirrorThing.counted).toEqual([1])
  })

  it('invalid input is rejected with 400 and changes nothing', async () => {
    await expect(services.rpc.call(add, { name: '' }, actorOf('x'))).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
    })
  })

  it("the role of a service cannot read another service's tables", async () => {
    await expect(services.db('beta').sql('SELECT * FROM alpha.things')).rejects.toThrow(/permission denied/)
  })
})
