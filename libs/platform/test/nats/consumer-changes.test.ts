import type { JetStreamManager, JsMsg } from '@nats-io/jetstream'
import { TimeoutError } from '@nats-io/transport-node'
import { ensureConsumer } from '../../src/transport/jetstream.ts'
import { EventConsumer } from '../../src/transport/event-consumer.ts'

type Config = Record<string, unknown> & { filter_subject?: string; filter_subjects?: string[] }

/** Creates a fake consumer that merges updates into its configuration and validates them as nats-server does. */
function createFakeConsumer(config: Config) {
  const state = { config, changes: 0 }
  const manager = {
    consumers: {
      info: async () => ({ config: { ...state.config } }),
      update: async (_stream: string, _durable: string, change: Config) => {
        const merged = { ...state.config, ...change }
        if (merged.filter_subject && merged.filter_subjects)
          throw new Error('consumer cannot have both FilterSubject and FilterSubjects specified')
        state.config = merged
        state.changes++
      },
    },
  } as unknown as JetStreamManager
  return { state, manager }
}
const settings = { ack_wait: 30_000_000_000, max_ack_pending: -1, max_deliver: -1 }
const filterByType = (type: string) => ({ ...settings, filter_subject: `daymark.event.${type}` })
const filterByTypes = (...types: string[]) => ({
  ...settings,
  filter_subjects: types.map(type => `daymark.event.${type}`),
})
const createConsumer = (...types: string[]) => ({ durable: 'sharing-main', types })

describe('a consumer during upgrades', () => {
  it('can change from one event type to several and back', async () => {
    const { state, manager } = createFakeConsumer(filterByType('a.v1'))
    await ensureConsumer(manager, createConsumer('a.v1', 'b.v1'), 30_000, { mayNarrow: true })
    expect(state.config).toEqual(filterByTypes('a.v1', 'b.v1'))
    await ensureConsumer(manager, createConsumer('b.v1'), 30_000, { mayNarrow: true })
    expect(state.config).toEqual(filterByType('b.v1'))
  })

  it('keeps the event types of the newer version when a process of the previous version starts', async () => {
    const { state, manager } = createFakeConsumer(filterByTypes('a.v1', 'b.v1'))
    for (const types of [['a.v1'], ['b.v1', 'a.v1']]) await ensureConsumer(manager, createConsumer(...types), 30_000)
    expect([state.config, state.changes]).toEqual([filterByTypes('a.v1', 'b.v1'), 0])
    await ensureConsumer(manager, createConsumer('a.v1', 'c.v1'), 30_000)
    expect(state.config).toEqual(filterByTypes('a.v1', 'c.v1'))
  })

  it('repeats requests that time out, up to a limit', async () => {
    const { state, manager } = createFakeConsumer(filterByType('a.v1'))
    const { info } = manager.consumers
    let requests = 0
    Object.assign(manager.consumers, {
      info: () => (++requests < 3 ? Promise.reject(new TimeoutError()) : info('', '')),
    })
    await ensureConsumer(manager, createConsumer('a.v1', 'b.v1'), 30_000)
    expect(state.config).toEqual(filterByTypes('a.v1', 'b.v1'))
    Object.assign(manager.consumers, { info: () => Promise.reject(new TimeoutError()) })
    await expect(ensureConsumer(manager, createConsumer('a.v1'), 30_000)).rejects.toThrow('timeout')
  })

  it('returns unknown events to the server with a growing delay', async () => {
    const delaysMs: number[] = []
    const messages = [1, 2, 30].map(deliveryCount => ({
      subject: 'daymark.event.newer.v1',
      info: { deliveryCount },
      nak: (ms: number) => delaysMs.push(ms),
    })) as unknown as JsMsg[]
    const source = Object.assign(messages, { stop: () => {} }) as never
    const consumer = {
      service: 's',
      priority: 'main',
      types: ['known.v1'],
      concurrency: 1,
      deliver: () => Promise.reject(),
    }
    const ignore = () => {}
    const retryDelays = { firstDelayMs: 1, maxDelayMs: 1 }
    const options = { retryDelays, ackWaitMs: 1000, onError: ignore, onInvalidEvent: ignore }
    const reader = new EventConsumer([source], consumer, options)
    await reader.run()
    await reader.stop()
    expect(delaysMs).toEqual([1000, 2000, 300_000])
  })
})
