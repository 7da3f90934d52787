import { setImmediate as turn } from 'node:timers/promises'
import type { Envelope } from '@daymark/contracts'
import { Lane } from './lane.ts'
import { Paused, TransportClosed } from './transport.ts'

const of = (subject: string, id: string): Envelope => ({ id, subject, type: 't', time: '', source: '', data: {} })

function lane(concurrency: number) {
  const seen: string[] = []
  const doors = new Map<string, PromiseWithResolvers<void>>()
  const door = (id: string) => doors.get(id) ?? doors.set(id, Promise.withResolvers<void>()).get(id)!
  const deliver = async (e: Envelope) => {
    seen.push(e.id)
    await door(e.id).promise
  }
  const made = new Lane({ service: 's', lane: 'l', types: ['t'], concurrency, deliver }, { firstMs: 1, maxMs: 4 })
  return { lane: made, seen, open: (id: string) => door(id).resolve() }
}

it('events of one key wait for each other, other keys do not', async () => {
  const { lane: l, seen, open } = lane(8)
  const all = [l.push(of('a', 'a1')), l.push(of('a', 'a2')), l.push(of('b', 'b1'))]
  await turn()
  expect(seen).toEqual(['a1', 'b1'])
  for (const id of ['a1', 'a2', 'b1']) open(id)
  await Promise.all(all)
  expect(seen).toEqual(['a1', 'b1', 'a2'])
})

it('no more than the given number is worked on at once', async () => {
  const { lane: l, seen, open } = lane(2)
  const all = ['1', '2', '3'].map(n => l.push(of(n, n)))
  await turn()
  expect(seen).toEqual(['1', '2'])
  for (const n of ['1', '2', '3']) open(n)
  await Promise.all(all)
})

it('one owner leaves a slot free, and the event of another does not wait', async () => {
  const { lane: l, seen, open } = lane(3)
  const event = (owner: string, id: string): Envelope => ({ ...of(id, id), data: { ownerId: owner } })
  const all = ['a1', 'a2', 'a3', 'a4'].map(id => l.push(event('a', id)))
  await turn()
  expect(seen).toEqual(['a1', 'a2'])
  all.push(l.push(event('b', 'b1')))
  await turn()
  expect(seen).toEqual(['a1', 'a2', 'b1'])
  for (const id of ['a1', 'a2', 'a3', 'a4', 'b1']) open(id)
  await Promise.all(all)
  expect(seen.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

it('what waits for its next try holds its key but no slot', async () => {
  let failures = 5
  const done: string[] = []
  const deliver = async (e: Envelope) => {
    if (e.subject === 'bad' && failures-- > 0) throw new Error('again')
    done.push(e.id)
  }
  const l = new Lane({ service: 's', lane: 'l', types: ['t'], concurrency: 1, deliver }, { firstMs: 20, maxMs: 20 })
  const bad = l.push(of('bad', 'bad'))
  const after = l.push(of('bad', 'after'))
  await l.push(of('good', 'good'))
  expect(done).toEqual(['good'])
  await Promise.all([bad, after])
  expect(done).toEqual(['good', 'bad', 'after'])
})

it('what is paused waits for its moment, in order, and holds no slot', async () => {
  const over = Promise.withResolvers<void>()
  const seen: string[] = []
  const deliver = async (e: Envelope) => {
    seen.push(e.id)
    if (e.subject === 'waits' && seen.length < 3) throw new Paused(over.promise)
  }
  const l = new Lane({ service: 's', lane: 'l', types: ['t'], concurrency: 1, deliver }, { firstMs: 1, maxMs: 1 })
  const [first, after] = [l.push(of('waits', '1')), l.push(of('waits', '2'))]
  await l.push(of('other', 'other'))
  over.resolve()
  await Promise.all([first, after])
  expect(seen).toEqual(['1', 'other', '1', '2'])
})

it('stopping ends a pause', async () => {
  const deliver = async () => Promise.reject(new Paused(new Promise(() => {})))
  const l = new Lane({ service: 's', lane: 'l', types: ['t'], concurrency: 1, deliver }, { firstMs: 1, maxMs: 1 })
  const waits = l.push(of('a', '1'))
  await turn()
  await l.stop()
  await expect(waits).rejects.toThrow(TransportClosed)
})

it('stopping lets running work finish and refuses the rest', async () => {
  const { lane: l, seen, open } = lane(1)
  const first = l.push(of('a', '1'))
  const second = l.push(of('b', '2'))
  await turn()
  const stopped = l.stop()
  open('1')
  await expect(second).rejects.toThrow(TransportClosed)
  await Promise.all([first, stopped])
  expect(seen).toEqual(['1'])
})
