import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { control, noted, reader, slow, writer } from '../../testing/src/transport-services.ts'
import type { Tx } from '@daymark/platform'
import { startWorld, type World } from '@daymark/testing'

const OWNERS = 150
const OF_ONE = 600
/** More than one owner may have under way. */
const UNDONE = 300

describe('a full outbox', () => {
  let world: World
  beforeAll(async () => void (world = await startWorld([writer, reader], { bus: 'memory' })))
  const gate = Promise.withResolvers<void>()
  afterAll(() => {
    gate.resolve()
    return world.stop()
  })

  const write = (tx: Tx, type: { name: string; lane: string }, count: number, text: string) =>
    tx.query(
      `INSERT INTO outbox (lane, owner, envelope)
       SELECT $2, $3, jsonb_build_object('id', gen_random_uuid(), 'type', $1::text, 'time', '', 'source', 'writer',
         'subject', key, 'data', jsonb_build_object('key', key, 'text', $5::text, 'ownerId', $3::text))
       FROM (SELECT gen_random_uuid()::text AS key FROM generate_series(1, $4)) AS keys`,
      [type.name, type.lane, randomUUID(), count, text],
    )
  const heard = async (text: string) =>
    (await world.db('reader').query('SELECT n FROM notes WHERE text = $1', [text])).length

  it('holds up neither other lanes nor other owners, and all of it is told', async () => {
    Object.assign(control, { gate: gate.promise, failures: 0, poison: '' })
    await world.db('writer').commit(async tx => {
      await write(tx, slow, UNDONE, '')
      await write(tx, noted, OF_ONE, 'one')
      for (let i = 0; i < OWNERS; i++) await write(tx, noted, 2, 'others')
    })
    while ((await heard('others')) < OWNERS * 2) await delay(20)
    expect(await heard('one')).toBeLessThan(OF_ONE)
    while ((await heard('one')) < OF_ONE) await delay(20)
    const [left] = await world
      .db('writer')
      .query<{ n: number }>(`SELECT count(*)::int AS n FROM outbox WHERE lane = 'slow'`)
    expect(left?.n).toBe(UNDONE)
    gate.resolve()
    await world.settle()
    expect(await heard('slow')).toBe(UNDONE)
  }, 90_000)
})
