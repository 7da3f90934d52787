import { setImmediate as turn } from 'node:timers/promises'
import type { Envelope } from '@daymark/contracts'
import { DeliveryQueue } from './delivery-queue.ts'
import { Paused, TransportClosed } from './transport.ts'

const of = (subject: string, id: string): Envelope => ({ id, subject, type: 't', time: '', source: '', data: {} })

function queueWith(concurrency: number) {
  const seen: string[] = []
  const pending = new Map<string, PromiseWithResolvers<void>>()
  const resultOf = (id: string) => pending.get(id) ?? pending.set(id, Promise.withResolvers<void>()).get(id)!
  const deliver = async (e: Envelope) => {
    seen.push(e.id)
    await resultOf(e.id).promise
  }
  const made = new DeliveryQueue(
    { service: 's', priority: 'main', types: ['t'], concurrency, deliver },
    { firstMs: 1, maxMs: 4 },
  )
  return { queue: made, seen, finish: (id: string) => resultOf(id).resolve() }
}

it('events of one key are delivered one after another, other keys concurrently', async () => {
  const { queue, seen, finish } = queueWith(8)
  const all = [queue.push(of('a', 'a1')), queue.push(of('a', 'a2')), queue.push(of('b', 'b1'))]
  await turn()
  expect(seen).toEqual(['a1', 'b1'])
  for (const id of ['a1', 'a2', 'b1']) finish(id)
  await Promise.all(all)
  expect(seen).toEqual(['a1', 'b1', 'a2'])
})

it('delivers at most the given number at once', async () => {
  const { queue, seen, finish } = queueWith(2)
  const all = ['1', '2', '3'].map(n => queue.push(of(n, n)))
  await turn()
  expect(seen).toEqual(['1', '2'])
  for (const n of ['1', '2', '3']) finish(n)
  await Promise.all(all)
})

it('one owner never occupies all slots, so the event of another starts at once', async () => {
  const { queue, seen, finish } = queueWith(3)
  const event = (owner: string, id: string): Envelope => ({ ...of(id, id), data: { ownerId: owner } })
  const all = ['a1', 'a2', 'a3', 'a4'].map(id => queue.push(event('a', id)))
  await turn()
  expect(seen).toEqual(['a1', 'a2'])
  all.push(queue.push(event('b', 'b1')))
  await turn()
  expect(seen).toEqual(['a1', 'a2', 'b1'])
  for (const id of ['a1', 'a2', 'a3', 'a4', 'b1']) finish(id)
  await Promise.all(all)
  expect(seen.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

it('an event that waits for its next attempt blocks its key but occupies no slot', async () => {
  let failures = 5
  const done: string[] = []
  const deliver = async (e: Envelope) => {
    if (e.subject === 'bad' && failures-- > 0) throw new Error('again')
    done.push(e.id)
  }
  const queue = new DeliveryQueue(
    { service: 's', priority: 'main', types: ['t'], concurrency: 1, deliver },
    { firstMs: 20, maxMs: 20 },
  )
  const bad = queue.push(of('bad', 'bad'))
  const after = queue.push(of('bad', 'after'))
  await queue.push(of('good', 'good'))
  expect(done).toEqual(['good'])
  await Promise.all([bad, after])
  expect(done).toEqual(['good', 'bad', 'after'])
})

it('a paused event resumes in order and occupies no slot in between', async () => {
  const over = Promise.withResolvers<void>()
  const seen: string[] = []
  const deliver = async (e: Envelope) => {
    seen.push(e.id)
    if (e.subject === 'waits' && seen.length < 3) throw new Paused(over.promise)
  }
  const queue = new DeliveryQueue(
    { service: 's', priority: 'main', types: ['t'], concurrency: 1, deliver },
    { firstMs: 1, maxMs: 1 },
  )
  const [first, after] = [queue.push(of('waits', '1')), queue.push(of('waits', '2'))]
  await queue.push(of('other', 'other'))
  over.resolve()
  await Promise.all([first, after])
  expect(seen).toEqual(['1', 'other', '1', '2'])
})

it('stopping ends a pause', async () => {
  const deliver = async () => Promise.reject(new Paused(new Promise(() => {})))
  const queue = new DeliveryQueue(
    { service: 's', priority: 'main', types: ['t'], concurrency: 1, deliver },
    { firstMs: 1, maxMs: 1 },
  )
  const waits = queue.push(of('a', '1'))
  await turn()
  await queue.stop()
  await expect(waits).rejects.toThrow(TransportClosed)
})

it('stopping lets running deliveries finish and rejects the queued ones', async () => {
  const { queue, seen, finish } = queueWith(1)
  const first = queue.push(of('a', '1'))
  const second = queue.push(of('b', '2'))
  await turn()
  const stopped = queue.stop()
  finish('1')
  await expect(second).rejects.toThrow(TransportClosed)
  await Promise.all([first, stopped])
  expect(seen).toEqual(['1'])
})
