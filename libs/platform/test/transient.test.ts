import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { event, type EventOf, system } from '@daymark/contracts'
import { type Commit, DeadLetters, defineService, On, type Subscriber, TransientError } from '@daymark/platform'
import { pollUntil, startServices, type TestServices } from '@daymark/testing'
import { z } from 'zod'

const asked = event('beta.work.asked.v1', z.object({ name: z.string() }))
const state = {
  store: 'here' as 'here' | 'away' | 'odd' | 'denied',
  tries: 0,
  most: 0,
  running: 0,
  done: [] as string[],
}
let other: string[] = []

@On(asked)
class NeedsStore implements Subscriber<typeof asked> {
  async on({ data }: EventOf<typeof asked>, commit: Commit) {
    state.tries++
    state.most = Math.max(state.most, ++state.running)
    await delay(1)
    state.running--
    if (data.name === 'poison') throw new Error('poison')
    if (state.store === 'denied') throw Object.assign(new Error('Access Denied.'), { code: 'AccessDenied' })
    if (state.store === 'away') throw new TransientError('no store')
    if (state.store === 'odd') throw new Error('an unknown failure')
    await commit(async () => {})
    state.done.push(data.name)
  }
}
@On(asked)
class NeedsNothing implements Subscriber<typeof asked> {
  async on({ data }: EventOf<typeof asked>) {
    other.push(data.name)
  }
}
const beta = defineService({
  name: 'beta',
  subscribers: [NeedsStore, NeedsNothing],
  async ready() {
    if (state.store === 'odd') throw new Error('the store is away')
  },
})

describe.each(['memory', 'nats'] as const)('while a dependency of a subscriber is unavailable, over %s', bus => {
  let services: TestServices
  const names = Array.from({ length: 60 }, (_, index) => `n${index}`)
  const until = (done: () => boolean) => pollUntil(done.toString(), done)
  const letters = () => services.db('beta').sql<{ subscriber: string }>('SELECT subscriber FROM dead_letters')
  const publish = (name: string, key = name) => services.publish(asked, key, { name }, randomUUID())
  beforeAll(async () => {
    const env = {
      DAYMARK_DELIVERY_ATTEMPTS: '3',
      DAYMARK_DELIVERY_BACKOFF_MS: '10',
      DAYMARK_DELIVERY_BACKOFF_MAX_MS: '40',
    }
    services = await startServices([beta], { bus, env })
  })
  afterAll(() => services.stop())
  beforeEach(() => {
    Object.assign(state, { store: 'here', tries: 0, most: 0, running: 0, done: [] })
    other = []
  })

  it.each(['away', 'odd'] as const)('events wait without using up attempts and resume automatically: %s', async how => {
    state.store = how
    const published = names.map(name => publish(name))
    // far more attempts than an event may use up
    await until(() => state.tries > 40)
    expect(state.done).toEqual([])
    expect(await letters()).toEqual([])
    state.most = 0
    const before = state.tries
    await until(() => state.tries > before + 5)
    expect(state.most).toBe(1)
    state.store = 'here'
    await Promise.all(published)
    await services.settle()
    expect([...state.done].sort()).toEqual([...names].sort())
    expect([...new Set(other)].sort()).toEqual([...names].sort())
    expect(await letters()).toEqual([])
    const sql = `SELECT DISTINCT attempts FROM inbox WHERE subscriber = 'NeedsStore'`
    expect(await services.db('beta').sql(sql)).toEqual([{ attempts: 1 }])
  })

  it('a paused subscriber does not delay other subscribers', async () => {
    state.store = 'away'
    const published = names.slice(0, 8).map(name => publish(name))
    await until(() => new Set(other).size === 8)
    state.store = 'here'
    await Promise.all(published)
    await services.settle()
  })

  it('events of one key keep their order across the pause', async () => {
    state.store = 'away'
    for (const name of ['a', 'b', 'c']) void publish(name, 'one key')
    await until(() => state.tries > 8)
    state.store = 'here'
    await until(() => state.done.length === 3)
    expect(state.done).toEqual(['a', 'b', 'c'])
    await services.settle()
  })

  it('an event whose object the store denies becomes a dead letter instead of being retried without end', async () => {
    state.store = 'denied'
    await publish('locked')
    await services.settle()
    expect(state.tries).toBe(3)
    expect(await letters()).toEqual([{ subscriber: 'NeedsStore' }])
    await services.db('beta').sql('DELETE FROM dead_letters')
  })

  it('an event that always fails becomes a dead letter, and an outage does not lose its replay', async () => {
    await publish('poison')
    await services.settle()
    expect(await letters()).toEqual([{ subscriber: 'NeedsStore' }])
    state.store = 'away'
    await services.db('beta').sql(`UPDATE dead_letters SET envelope = jsonb_set(envelope, '{data,name}', '"good"')`)
    const before = state.tries
    await new DeadLetters(services.db('beta')).replay({}, system)
    await until(() => state.tries > before)
    expect(await letters()).toHaveLength(1)
    state.store = 'here'
    await until(() => state.done.includes('good'))
    await pollUntil('the dead letters are gone', async () => (await letters()).length === 0)
  })
})
