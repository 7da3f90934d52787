import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Envelope } from '@daymark/contracts'
import { DeliveryQueue } from './delivery-queue.ts'
import { Paused, TransportClosed } from './transport.ts'

const createEvent = (subject: string, id: string): Envelope => ({
  id,
  subject,
  type: 't',
  time: '',
  source: '',
  data: {},
})

function createQueue(concurrency: number) {
  const deliveredIds: string[] = []
  const pending = new Map<string, PromiseWithResolvers<void>>()
  const resultOf = (id: string) => pending.get(id) ?? pending.set(id, Promise.withResolvers<void>()).get(id)!
  const deliver = async (e: Envelope) => {
    deliveredIds.push(e.id)
    await resultOf(e.id).promise
  }
  const queue = new DeliveryQueue(
    { service: 's', priority: 'main', types: ['t'], concurrency, deliver },
    { firstDelayMs: 1, maxDelayMs: 4 },
  )
  return { queue, deliveredIds, finish: (id: string) => resultOf(id).resolve() }
}

it('events of one key are delivered one after another, other keys concurrently', async () => {
  const { queue, deliveredIds, finish } = createQueue(8)
  const deliveries = [
    queue.push(createEvent('a', 'a1')),
    queue.push(createEvent('a', 'a2')),
    queue.push(createEvent('b', 'b1')),
  ]
  await nextTurn()
  expect(deliveredIds).toEqual(['a1', 'b1'])
  for (const id of ['a1', 'a2', 'b1']) finish(id)
  await Promise.all(deliveries)
  expect(deliveredIds).toEqual(['a1', 'b1', 'a2'])
})

it('delivers at most the given number at once', async () => {
  const { queue, deliveredIds, finish } = createQueue(2)
  const deliveries = ['1', '2', '3'].map(n => queue.push(createEvent(n, n)))
  await nextTurn()
  expect(deliveredIds).toEqual(['1', '2'])
  for (const n of ['1', '2', '3']) finish(n)
  await Promise.all(deliveries)
})

it('one owner never occupies all slots, so the event of another owner starts at once', async () => {
  const { queue, deliveredIds, finish } = createQueue(3)
  const event = (owner: string, id: string): Envelope => ({ ...createEvent(id, id), data: { ownerId: owner } })
  const deliveries = ['a1', 'a2', 'a3', 'a4'].map(id => queue.push(event('a', id)))
  await nextTurn()
  expect(deliveredIds).toEqual(['a1', 'a2'])
  deliveries.push(queue.push(event('b', 'b1')))
  await nextTurn()
  expect(deliveredIds).toEqual(['a1', 'a2', 'b1'])
  for (const id of ['a1', 'a2', 'a3', 'a4', 'b1']) finish(id)
  await Promise.all(deliveries)
  expect(deliveredIds.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

it('an event that waits for its next attempt delays later events of its key but occupies no slot', async () => {
  let failures = 5
  const deliveredIds: string[] = []
  const deliver = async (e: Envelope) => {
    if (e.subject === 'bad' && failures-- > 0) throw new Error('again')
    deliveredIds.push(e.id)
  }
  const queue = new DeliveryQueue(
    { service: 's', priority: 'main', types: ['t'], concurrency: 1, deliver },
    { firstDelayMs: 20, maxDelayMs: 20 },
  )
  const bad = queue.push(createEvent('bad', 'bad'))
  const after = queue.push(createEvent('bad', 'after'))
  await queue.push(createEvent('good', 'good'))
  expect(deliveredIds).toEqual(['good'])
  await Promise.all([bad, after])
  expect(deliveredIds).toEqual(['good', 'bad', 'after'])
})

it('a paused event occupies no slot and is delivered before later events of its key', async () => {
  const pauseEnd = Promise.withResolvers<void>()
  const deliveredIds: string[] = []
  const deliver = async (e: Envelope) => {
    deliveredIds.push(e.id)
    if (e.subject === 'waits' && deliveredIds.length < 3) throw new Paused(pauseEnd.promise)
  }
  const queue = new DeliveryQueue(
    { service: 's', priority: 'main', types: ['t'], concurrency: 1, deliver },
    { firstDelayMs: 1, maxDelayMs: 1 },
  )
  const [first, after] = [queue.push(createEvent('waits', '1')), queue.push(createEvent('waits', '2'))]
  await queue.push(createEvent('other', 'other'))
  pauseEnd.resolve()
  await Promise.all([first, after])
  expect(deliveredIds).toEqual(['1', 'other', '1', '2'])
})

it('stopping ends a pause', async () => {
  const deliver = async () => Promise.reject(new Paused(new Promise(() => {})))
  const queue = new DeliveryQueue(
    { service: 's', priority: 'main', types: ['t'], concurrency: 1, deliver },
    { firstDelayMs: 1, maxDelayMs: 1 },
  )
  const waits = queue.push(createEvent('a', '1'))
  await nextTurn()
  await queue.stop()
  await expect(waits).rejects.toThrow(TransportClosed)
})

it('stopping lets running deliveries finish and rejects the queued ones', async () => {
  const { queue, deliveredIds, finish } = createQueue(1)
  const first = queue.push(createEvent('a', '1'))
  const second = queue.push(createEvent('b', '2'))
  await nextTurn()
  const stopped = queue.stop()
  finish('1')
  await expect(second).rejects.toThrow(TransportClosed)
  await Promise.all([first, stopped])
  expect(deliveredIds).toEqual(['1'])
})
