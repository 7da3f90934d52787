import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { event, type EventOf } from '@daymark/contracts'
import { type Commit, defineService, On, type Subscriber, type Tx } from '@daymark/platform'
import { startServices, type TestServices } from '@daymark/testing'
import { z } from 'zod'

const text = z.object({ text: z.string(), ownerId: z.string() })
const noteWritten = event('theta.thing.noted.v1', text)
const urgentWritten = event('theta.thing.drawn.v1', text, { priority: 'urgent' })
/** The texts of the handled events in order. */
const handledTexts: string[] = []
const slowGate = Promise.withResolvers<void>()

@On(noteWritten)
class CountNotes implements Subscriber<typeof noteWritten> {
  async on({ data }: EventOf<typeof noteWritten>, commit: Commit) {
    await commit(async () => {})
    handledTexts.push(data.text)
  }
}
@On(urgentWritten, { concurrency: 1 })
class CountSlowly implements Subscriber<typeof urgentWritten> {
  async on({ data }: EventOf<typeof urgentWritten>, commit: Commit) {
    await slowGate.promise
    await commit(async () => {})
    handledTexts.push(data.text)
  }
}
const countHandled = (text: string, texts = handledTexts): number => texts.filter(handled => handled === text).length
const theta = defineService({ name: 'theta' })
const iota = defineService({ name: 'iota', subscribers: [CountNotes, CountSlowly] })

const OTHER_OWNERS = 150
const EVENTS_OF_ONE_OWNER = 600
/** More than the number of published and unhandled events that one owner may have. */
const SLOW_EVENTS = 300

describe('a full outbox', () => {
  let services: TestServices
  beforeAll(async () => void (services = await startServices([theta, iota], { bus: 'memory' })))
  afterAll(() => {
    slowGate.resolve()
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
      await write(tx, urgentWritten, SLOW_EVENTS, 'slow')
      await write(tx, noteWritten, EVENTS_OF_ONE_OWNER, 'one')
      for (let i = 0; i < OTHER_OWNERS; i++) await write(tx, noteWritten, 2, 'others')
    })
    while (countHandled('others') < OTHER_OWNERS * 2 || countHandled('one') < EVENTS_OF_ONE_OWNER) await delay(20)
    expect(countHandled('one', handledTexts.slice(0, handledTexts.lastIndexOf('others')))).toBeLessThan(
      EVENTS_OF_ONE_OWNER,
    )
    const [urgentRows] = await services
      .db('theta')
      .sql<{ n: number }>(`SELECT count(*)::int AS n FROM outbox WHERE priority = 'urgent'`)
    expect(urgentRows?.n).toBe(SLOW_EVENTS)
    slowGate.resolve()
    await services.settle()
    expect(countHandled('slow')).toBe(SLOW_EVENTS)
  })
})
