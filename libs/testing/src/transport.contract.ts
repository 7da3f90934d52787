import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { anonymous, type Envelope, type EventOf, system } from '@daymark/contracts'
import { DeadLetters, run, RpcClient, TransportClosed } from '@daymark/platform'
import { jetstream } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { Client } from 'pg'
import { pollUntil } from './poll-until.ts'
import { settle } from './settle.ts'
import {
  contractServices,
  subscriberControl,
  echo,
  fail,
  note,
  noteAdded,
  reader,
  unhandled,
  writer,
} from './transport-services.ts'
import { startServices, type TestServices } from './services.ts'

/** Messages that a faulty or hostile program could publish on the bus. Services must ignore them. */
function invalidEvents(type: string, key: string): string[] {
  const good = { id: randomUUID(), type, time: '', source: 'writer', subject: key, data: { key, text: 'bad' } }
  const wrong = [
    null,
    5,
    'text',
    [],
    {},
    { ...good, id: 'none' },
    { ...good, type: 'other' },
    { ...good, subject: { a: 1 } },
  ]
  const unstorable = [
    { ...good, data: { key, text: 'a\0b' } },
    { ...good, data: { key, text: 'a\ud800' } },
  ]
  return ['', '{', '\xff\xfe', ...[...wrong, ...unstorable].map(value => JSON.stringify(value))]
}

/** Tests that every transport must pass. The memory bus and NATS both run this suite. */
export function transportContract(bus: 'memory' | 'nats'): void {
  describe(`transport contract: ${bus}`, () => {
    let services: TestServices
    const readNotes = async (key: string) =>
      (
        await services.db('reader').sql<{ text: string }>('SELECT text FROM notes WHERE key = $1 ORDER BY n', [key])
      ).map(row => row.text)
    const addNotes = (key: string, ...texts: string[]) => services.rpc.call(note, { key, texts }, anonymous)
    const waitUntil = (done: () => boolean | Promise<boolean>) => pollUntil(done.toString(), done)

    beforeAll(async () => {
      services = await startServices(contractServices.forward, {
        bus,
        env: { DAYMARK_DELIVERY_ATTEMPTS: '4', DAYMARK_ACK_WAIT_MS: '1000' },
      })
    })
    afterAll(() => services.stop())
    beforeEach(() => Object.assign(subscriberControl, { failures: 0, poison: '', started: 0, gate: Promise.resolve() }))

    it('events reach their subscriber once and in order per key', async () => {
      const key = randomUUID()
      const texts = Array.from({ length: 50 }, (_, i) => String(i))
      await addNotes(key, ...texts)
      await services.settle()
      expect(await readNotes(key)).toEqual(texts)
    })

    it('a failed event is redelivered, and events of its key keep their order', async () => {
      const key = randomUUID()
      subscriberControl.failures = 3
      await addNotes(key, 'a', 'b', 'c')
      await services.settle()
      expect(await readNotes(key)).toEqual(['a', 'b', 'c'])
    })

    it('an event that is published several times takes effect once', async () => {
      const [key, id] = [randomUUID(), randomUUID()]
      await Promise.all([1, 2, 3].map(() => services.publish(noteAdded, key, { key, text: 'once' }, id)))
      await services.settle()
      expect(await readNotes(key)).toEqual(['once'])
    })

    it('an event that always fails becomes a dead letter without blocking others, and can be replayed', async () => {
      const key = randomUUID()
      subscriberControl.poison = 'bad'
      await addNotes(key, 'bad', 'good')
      await services.settle()
      expect(await readNotes(key)).toEqual(['good'])
      const letters = await services
        .db('reader')
        .sql(`SELECT subscriber, attempts, reason FROM dead_letters WHERE envelope->>'subject' = $1`, [key])
      expect(letters).toEqual([{ subscriber: 'Remember', attempts: 4, reason: 'poison' }])
      subscriberControl.poison = ''
      await new DeadLetters(services.db('reader')).replay({}, system)
      await waitUntil(async () => (await readNotes(key)).length === 2)
      expect(await readNotes(key)).toEqual(['good', 'bad'])
    })

    it('a slow subscriber delays neither other keys nor other subscribers', async () => {
      const gate = Promise.withResolvers<void>()
      subscriberControl.gate = gate.promise
      const [key, other] = [randomUUID(), randomUUID()]
      await addNotes(key, 'slow', 'quick')
      await addNotes(other, 'there')
      await waitUntil(async () => (await readNotes(other)).length === 1 && (await readNotes(key)).length === 1)
      expect(await readNotes(other)).toEqual(['there'])
      expect(await readNotes(key)).toEqual(['quick'])
      gate.resolve()
      await services.settle()
      expect(await readNotes(key)).toEqual(['quick', 'slow'])
    })

    it('a call of an unknown subject fails with 503 at once, and an unanswered call after the timeout', async () => {
      const rpcClient = new RpcClient(services.process.transport.client(), 300)
      await expect(rpcClient.call(unhandled, {}, anonymous)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
      await expect(rpcClient.call(fail, { how: 'late' }, anonymous)).rejects.toMatchObject({
        status: 503,
        code: 'unavailable',
      })
      await rpcClient.close()
    })

    it('catalog errors keep code, status, message and parameters; unknown errors reveal nothing', async () => {
      await expect(services.rpc.call(fail, { how: 'known' }, anonymous)).rejects.toMatchObject({
        status: 403,
        code: 'album_limit',
        message: 'The Starter plan is limited to 10 albums.',
        params: { plan: 'Starter', limit: 10 },
      })
      await expect(services.rpc.call(fail, { how: 'unknown' }, anonymous)).rejects.toMatchObject({
        status: 500,
        code: 'internal',
        message: 'Something went wrong on the server. Please try again in a moment.',
      })
    })

    it('messages of 1 MB arrive unchanged in both directions', async () => {
      const text = 'ü€😀'.repeat(120_000)
      expect(Buffer.byteLength(text)).toBeGreaterThan(1024 * 1024)
      expect(await services.rpc.call(echo, { text }, { userId: 'me', role: 'user' })).toEqual({ text, caller: 'me' })
    })

    it('listeners receive events without a subscription', async () => {
      const published: Envelope[] = []
      await services.process.transport.listen([noteAdded.name], event => published.push(event))
      if (bus === 'nats') await services.process.transport.ready() // until the server knows the subscription
      const key = randomUUID()
      await addNotes(key, 'text')
      await waitUntil(() => published.some(event => event.subject === key))
      expect(published.filter(event => event.subject === key)).toHaveLength(1)
    })

    it('a row that was committed before a crash is published after the next start', async () => {
      const key = randomUUID()
      const lost = {
        id: randomUUID(),
        type: noteAdded.name,
        time: new Date().toISOString(),
        source: 'writer',
        subject: key,
        data: { key, text: 'late' },
      }
      // inserted without a notification, as if the process was killed before it could send one
      await services.db('writer').sql('INSERT INTO outbox (envelope) VALUES ($1)', [JSON.stringify(lost)])
      await services.settle()
      expect(await readNotes(key)).toEqual(['late'])
    })

    it('a listener that fails for an event receives the next one', async () => {
      const published: string[] = []
      await services.process.transport.listen([noteAdded.name], event => {
        const { text } = (event as EventOf<typeof noteAdded>).data
        if (text === 'bad') throw new Error('rejected')
        published.push(text)
      })
      if (bus === 'nats') await services.process.transport.ready()
      const key = randomUUID()
      await addNotes(key, 'bad', 'fine')
      await services.settle()
      await waitUntil(() => published.includes('fine'))
      expect(published.filter(text => text === 'fine')).toHaveLength(1)
      expect(await readNotes(key)).toEqual(['bad', 'fine'])
    })

    it('invalid requests and requests without a caller are rejected, and the next request is answered', async () => {
      const client = services.process.transport.client()
      const sendRequest = (message: unknown) =>
        new Promise((resolve, reject) => client.send(echo.subject, message).subscribe({ next: resolve, error: reject }))
      const good = { input: { text: 'x' }, actor: anonymous }
      const invalid = [
        5,
        'text',
        [],
        {},
        { input: good.input },
        { ...good, actor: { userId: 5 } },
        { ...good, requestId: {} },
      ]
      for (const message of invalid) await expect(sendRequest(message)).rejects.toMatchObject({ status: 400 })
      expect(await services.rpc.call(echo, { text: 'still there' }, anonymous)).toMatchObject({ text: 'still there' })
      await client.close()
    })

    // tests that need another writer or an outage of the server, which the memory bus does not have
    const overNats = bus === 'nats' ? it : it.skip
    overNats('invalid messages are dropped permanently, and later events are delivered', async () => {
      const published: Envelope[] = []
      await services.process.transport.listen([noteAdded.name], event => published.push(event))
      await services.process.transport.ready()
      const key = randomUUID()
      const connection = await connect({ servers: services.nats?.url })
      const invalid = [...invalidEvents(noteAdded.name, key), '['.repeat(900_000), 'x'.repeat(2_000_000)]
      for (const text of invalid) await jetstream(connection, { timeout: 10_000 }).publish(noteAdded.subject, text)
      for (const text of invalid.slice(0, 3)) connection.publish(echo.subject, text, { reply: 'unused' })
      await addNotes(key, 'fine')
      // `settle` returns only if no message waits for redelivery
      await services.settle()
      await waitUntil(() => published.some(event => event.subject === key))
      expect(published.map(event => event.subject)).toEqual([key])
      expect(await readNotes(key)).toEqual(['fine'])
      expect(await services.rpc.call(echo, { text: 'still there' }, anonymous)).toMatchObject({ text: 'still there' })
      await connection.close()
    })
    overNats(
      'events committed while nats-server is down are published once and in order after it restarts',
      async () => {
        const key = randomUUID()
        await services.nats?.kill()
        for (const text of ['one', 'two', 'three'])
          await services.db('writer').commit(async tx => tx.emit(noteAdded, key, { key, text }))
        await expect(addNotes(key, 'lost')).rejects.toMatchObject({ status: 503 })
        await services.nats?.restart()
        await waitUntil(async () => (await readNotes(key)).length === 3)
        await services.settle()
        expect(await readNotes(key)).toEqual(['one', 'two', 'three'])
        await waitUntil(() =>
          addNotes(key, 'again').then(
            () => true,
            () => false,
          ),
        )
        await services.settle()
        expect((await readNotes(key)).at(-1)).toBe('again')
      },
    )

    it('a shutdown finishes running handlers and keeps other events; the start order does not matter', async () => {
      const gate = Promise.withResolvers<void>()
      subscriberControl.gate = gate.promise
      const key = randomUUID()
      await addNotes(key, 'slow')
      await addNotes(randomUUID(), 'slow')
      await waitUntil(() => subscriberControl.started === 1)
      const stopped = services.process.stop()
      setTimeout(gate.resolve, 100)
      await stopped
      expect(subscriberControl.started).toBe(1)
      services.process = await run(contractServices.backward, { env: services.env, allServices: ['writer', 'reader'] })
      await settle(services.process, services.env['DAYMARK_NATS_URL'])
      expect(await readNotes(key)).toEqual(['slow'])
      const [sum] = await services
        .db('reader')
        .sql<{ n: string }>(`SELECT count(*) AS n FROM notes WHERE text = 'slow'`)
      expect(sum?.n).toBe('3')
    })

    it('rows of an outbox are published only after every service has subscribed', async () => {
      await services.process.stop()
      const key = randomUUID()
      const data = { key, text: 'early' }
      const waiting = {
        id: randomUUID(),
        type: noteAdded.name,
        time: new Date().toISOString(),
        source: 'writer',
        subject: key,
        data,
      }
      const client = new Client({ connectionString: services.env['DAYMARK_DATABASE_URL'] })
      await client.connect()
      await client.query('INSERT INTO writer.outbox (envelope) VALUES ($1)', [JSON.stringify(waiting)])
      await client.end()
      const late = { ...reader, onStart: () => delay(500) }
      services.process = await run([writer, late], { env: services.env, allServices: ['writer', 'reader'] })
      await settle(services.process, services.env['DAYMARK_NATS_URL'])
      expect(await readNotes(key)).toEqual(['early'])
    })

    it('publishing fails after closing', async () => {
      const client = new RpcClient(services.process.transport.client(), 500)
      await client.close()
      await services.process.stop()
      const event = {
        id: randomUUID(),
        type: noteAdded.name,
        time: '',
        source: 'writer',
        subject: 'x',
        data: { key: 'x', text: 'x' },
      }
      await expect(services.process.transport.publish(event)).rejects.toThrow(TransportClosed)
    })
  })
}
