import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { errors, type NoticesState } from '@daymark/contracts'
import { Clock, type RpcClient } from '@daymark/platform'
import { jest } from '@jest/globals'
import type { Response } from 'express'
import { ChangeStream } from './change-stream.controller.ts'
import { NoticesCache } from './notices.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const createState = (version: number, on = false): NoticesState => ({
  version,
  announcements: [{ id: 'a', text: `version ${version}`, kind: 'info', startsAt: '2020-01-01', endsAt: null }],
  maintenance: { on, message: null, since: null },
})

/** A cache whose calls to the admin service return the result of `getState`, and the events that an open page receives. */
function createCache(getState: () => Promise<NoticesState>) {
  const stream = new ChangeStream()
  const socket = new Socket()
  const response = new ServerResponse(new IncomingMessage(socket))
  response.assignSocket(socket)
  const written: string[] = []
  response.write = (text: string) => (written.push(text), true)
  stream.open('user', response as Response, async () => true)
  const cache = new NoticesCache({ call: getState } as unknown as RpcClient, new Clock(), stream)
  const texts = () => cache.getCurrent().announcements.map(({ text }) => text)
  return { cache, texts, countEvents: () => written.filter(text => text.includes('"notices.changed"')).length }
}

it('rule 82: a changed announcement reaches open pages once', async () => {
  const { cache, texts, countEvents } = createCache(async () => createState(1))
  await cache.start()
  expect([texts(), countEvents()]).toEqual([['version 1'], 1])
  cache.apply(createState(1))
  expect(countEvents()).toBe(1)
  cache.apply(createState(2))
  expect([texts(), countEvents()]).toEqual([['version 2'], 2])
})

it('a newer state that arrives while the admin service is asked is kept', async () => {
  const { cache, texts } = createCache(async () => {
    cache.apply(createState(5))
    return createState(4)
  })
  await cache.start()
  expect(texts()).toEqual(['version 5'])
})

it('after a restore of the database, the older state of the admin service applies', async () => {
  const { cache, texts } = createCache(async () => createState(2))
  cache.apply(createState(5))
  await cache.start()
  expect(texts()).toEqual(['version 2'])
})

it('rule 83: maintenance continues while the admin service is unavailable', async () => {
  const { cache } = createCache(() => Promise.reject(errors.UNAVAILABLE()))
  cache.apply(createState(1, true))
  await cache.start()
  expect(() => cache.assertNoMaintenance({ method: 'POST' })).toThrow('Daymark is under maintenance.')
  expect(() => cache.assertNoMaintenance({ method: 'GET' })).not.toThrow()
})
