import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { event, type EventOf, system } from '@daymark/contracts'
import { type Commit, DeadLetters, defineService, On, type Subscriber, TransientError } from '@daymark/platform'
import { pollUntil, startServices, type TestServices } from '@daymark/testing'
import { z } from 'zod'

const workRequested = event('beta.work.requested.v1', z.object({ name: z.string() }))
const state = {
  store: 'available' as 'available' | 'unavailable' | 'failing' | 'denied',
  attempts: 0,
  maxRunning: 0,
  running: 0,
  done: [] as string[],
}
let handledByOther: string[] = []

@On(workRequested)
class NeedsStore implements Subscriber<typeof workRequested> {
  async on({ data }: EventOf<typeof workRequested>, commit: Commit) {
    state.attempts++
    state.maxRunning = Math.max(state.maxRunning, ++state.running)
    await delay(1)
    state.running--
    if (data.name === 'poison') throw new Error('poison')
    if (state.store === 'denied') throw Object.assign(new Error('Access Denied.'), { code: 'AccessDenied' })
    if (state.store === 'unavailable') throw new TransientError('no store')
    if (state.store === 'failing') throw new Error('an unknown failure')
    await commit(async () => {})
    state.done.push(data.name)
  }
}
@On(workRequested)
class NeedsNothing implements Subscriber<typeof workRequested> {
  async on({ data }: EventOf<typeof workRequested>) {
    handledByOther.push(data.name)
  }
}
const beta = defineService({
  name: 'beta',
  subscribers: [NeedsStore, NeedsNothing],
  async ready() {
    if (state.store === 'failing') throw new Error('the store is away')
  },
})

describe.each(['memory', 'nats'] as const)('while a dependency of a subscriber is unavailable, over %s', bus => {
  let services: TestServices
  const names = Array.from({ length: 60 }, (_, index) => `n${index}`)
  const waitUntil = (condition: () => boolean) => pollUntil(condition.toString(), condition)
  const findDeadLetters = () => services.db('beta').sql<{ subscriber: string }>('SELECT subscriber FROM dead_letters')
  const publish = (name: string, key = name) => services.publish(workRequested, key, { name }, randomUUID())
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
    Object.assign(state, { store: 'available', attempts: 0, maxRunning: 0, running: 0, done: [] })
    handledByOther = []
  })

  it.each(['unavailable', 'failing'] as const)(
    'events wait without using up attempts and are handled later: the store is %s',
    async failure => {
      state.store = failure
      const published = names.map(name => publish(name))
      // many more attempts than the limit of 3
      await waitUntil(() => state.attempts > 40)
      expect(state.done).toEqual([])
      expect(await findDeadLetters()).toEqual([])
      state.maxRunning = 0
      const before = state.attempts
      await waitUntil(() => state.attempts > before + 5)
      expect(state.maxRunning).toBe(1)
      state.store = 'available'
      await Promise.all(published)
      await services.settle()
      expect([...state.done].sort()).toEqual([...names].sort())
      expect([...new Set(handledByOther)].sort()).toEqual([...names].sort())
      expect(await findDeadLetters()).toEqual([])
      const sql = `SELECT DISTINCT attempts FROM inbox WHERE subscriber = 'NeedsStore'`
      expect(await services.db('beta').sql(sql)).toEqual([{ attempts: 1 }])
    },
  )

  it('a paused subscriber does not delay other subscribers', async () => {
    state.store = 'unavailable'
    const published = names.slice(0, 8).map(name => publish(name))
    await waitUntil(() => new Set(handledByOther).size === 8)
    state.store = 'available'
    await Promise.all(published)
    await services.settle()
  })

  it('events of one key are handled in order after the pause', async () => {
    state.store = 'unavailable'
    for (const name of ['a', 'b', 'c']) void publish(name, 'one key')
    await waitUntil(() => state.attempts > 8)
    state.store = 'available'
    await waitUntil(() => state.done.length === 3)
    expect(state.done).toEqual(['a', 'b', 'c'])
    await services.settle()
  })

  it('an event becomes a dead letter if the store denies access, and is not retried forever', async () => {
    state.store = 'denied'
    await publish('locked')
    await services.settle()
    expect(state.attempts).toBe(3)
    expect(await findDeadLetters()).toEqual([{ subscriber: 'NeedsStore' }])
    await services.db('beta').sql('DELETE FROM dead_letters')
  })

  it('an event that always fails becomes a dead letter, and its replay is not lost during an outage', async () => {
    await publish('poison')
    await services.settle()
    expect(await findDeadLetters()).toEqual([{ subscriber: 'NeedsStore' }])
    state.store = 'unavailable'
    await services.db('beta').sql(`UPDATE dead_letters SET envelope = jsonb_set(envelope, '{data,name}', '"good"')`)
    const before = state.attempts
    await new DeadLetters(services.db('beta')).replay({}, system)
    await waitUntil(() => state.attempts > before)
    expect(await findDeadLetters()).toHaveLength(1)
    state.store = 'available'
    await waitUntil(() => state.done.includes('good'))
    await pollUntil('the dead letters are gone', async () => (await findDeadLetters()).length === 0)
  })
})
