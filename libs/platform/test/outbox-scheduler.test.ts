import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { event, type EventOf } from '@daymark/contracts'
import { type Commit, defineService, On, type Subscriber, type Tx } from '@daymark/platform'
import { startServices, type TestServices } from '@daymark/testing'
import { z } from 'zod'

const text = z.object({ text: z.string(), ownerId: z.string() })
const noted = event('theta.thing.noted.v1', text)
const drawn = event('theta.thing.drawn.v1', text, { priority: 'urgent' })
/** Texts of the handled events in order. */
const order: string[] = []
const gate = Promise.withResolvers<void>()

@On(noted)
class CountNotes implements Subscriber<typeof noted> {
  async on({ data }: EventOf<typeof noted>, commit: Commit) {
    await commit(async () => {})
    order.push(data.text)
  }
}
@On(drawn, { concurrency: 1 })
class CountSlowly implements Subscriber<typeof drawn> {
  async on({ data }: EventOf<typeof drawn>, commit: Commit) {
    await gate.promise
    await commit(async () => {})
    order.push(data.text)
  }
}
const handled = (what: string, among = order): number => among.filter(one => one === what).length
const theta = defineService({ name: 'theta' })
const iota = defineService({ name: 'iota', subscribers: [CountNotes, CountSlowly] })

const OWNERS = 150
const OF_ONE = 600
/** More events than one owner may have in flight. */
const UNDONE = 300

describe('a full outbox', () => {
  let services: TestServices
  beforeAll(async () => void (services = await startServices([theta, iota], { bus: 'memory' })))
  afterAll(() => {
    gate.resolve()
    return services.stop()
  })

  const write = (tx: Tx, type: { name: string; priority: string }, count: number, text: string) =>
    tx.sql(
      `INSERT INTO outbox (priority, owner, envelope)
       SELECT $2, $3, jsonb_build_object('id', gen_random_uuid(), 'type', $1::text, 'time', '', 'source', 'theta',
         'subject', key, 'data', jsonb_build_object('key', key, 'text', $5::text, 'ownerId', $3::text))
       FROM (SELECT gen_random_uuid()::text AS key FROM generate_series(1, $4)) AS keys`,
      [type.name, type.priority, randomUUID(), count, text],
    )
  it('delays neither other priorities nor other owners, and publishes all events', async () => {
    await services.db('theta').commit(async tx => {
      await write(tx, drawn, UNDONE, 'slow')
      await write(tx, noted, OF_ONE, 'one')
      for (let i = 0; i < OWNERS; i++) await write(tx, noted, 2, 'others')
    })
    while (handled('others') < OWNERS * 2 || handled('one') < OF_ONE) await delay(20)
    expect(handled('one', order.slice(0, order.lastIndexOf('others')))).toBeLessThan(OF_ONE)
    const [left] = await services
      .db('theta')
      .sql<{ n: number }>(`SELECT count(*)::int AS n FROM outbox WHERE priority = 'urgent'`)
    expect(left?.n).toBe(UNDONE)
    gate.resolve()
    await services.settle()
    expect(handled('slow')).toBe(UNDONE)
  })
})
