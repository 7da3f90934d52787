import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { connect } from '@nats-io/transport-node'
import { pollUntil, testNats } from '@daymark/testing/outside'
import type { CallVerifier } from '../src/rpc/signed-call.ts'
import { inFlight } from '../src/service/in-flight.ts'
import { RequestServer } from '../src/transport/nats-server.ts'

const BEHIND_MS = 60

/** A way to nats-server on which everything that it says arrives later. */
async function slowWay(url: string) {
  const server = createServer(near => {
    const far = createConnection(Number(new URL(url).port), '127.0.0.1')
    near.on('data', chunk => far.write(chunk))
    far.on('data', chunk => setTimeout(() => near.write(chunk), BEHIND_MS))
    for (const socket of [near, far]) socket.on('error', () => {})
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() }
}

const pattern = 'daymark.rpc.library.ask'

/** Somebody who asks, and a process on a slow way that answers. */
async function asked(handler: () => Promise<string>) {
  const nats = await testNats()
  const way = await slowWay(nats.url)
  const caller = await connect({ servers: nats.url })
  const verifier = { refusal: () => undefined } as unknown as CallVerifier
  const server = new RequestServer(
    { servers: [way.url], queue: 'library' },
    { shutdownMs: 5000, verifier, onRefusal: () => {} },
  )
  server.addHandler(pattern, handler)
  await new Promise<void>((resolve, reject) => server.listen(error => (error ? reject(error as Error) : resolve())))
  const ask = (timeout = 5000) => caller.request(pattern, JSON.stringify({ pattern, data: {}, id: '1' }), { timeout })
  return { caller, server, ask, way, nats }
}

it('a process that stops answers what it is working on, to the last', async () => {
  const [begun, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isSlow = false
  const { caller, server, ask, way, nats } = await asked(() =>
    inFlight(async () => {
      if (!isSlow) return 'answered'
      begun.resolve()
      await may.promise
      return 'answered'
    }),
  )
  try {
    await pollUntil('it answers', () => ask(500).then(() => true))
    isSlow = true
    const answer = ask().then(() => 'answered', String)
    await begun.promise
    const closed = server.close()
    // its subscription is drained: nothing is waited for but this answer
    await new Promise(done => setTimeout(done, 5 * BEHIND_MS))
    may.resolve()
    await closed
    expect(await answer).toBe('answered')
  } finally {
    await caller.close()
    way.stop()
    await nats.stop()
  }
})

it('a process that stops answers what nats-server has given it already', async () => {
  const { caller, server, ask, way, nats } = await asked(async () => 'answered')
  try {
    await pollUntil('it answers', () => ask(500).then(() => true))
    const all = Array.from({ length: 20 }, () => ask().then(() => 'answered', String))
    // nats-server has them, and has passed them on
    await caller.flush()
    await server.close()
    expect(await Promise.all(all)).toEqual(all.map(() => 'answered'))
  } finally {
    await caller.close()
    way.stop()
    await nats.stop()
  }
})
