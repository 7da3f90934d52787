import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { connect } from '@nats-io/transport-node'
import { eventually, testNats } from '@daymark/testing/outside'
import type { CallVerifier } from '../src/rpc/signed-call.ts'
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

it('a process that stops answers what nats-server has given it already', async () => {
  const nats = await testNats()
  const way = await slowWay(nats.url)
  const caller = await connect({ servers: nats.url })
  const verifier = { refusal: () => undefined } as unknown as CallVerifier
  const server = new RequestServer(
    { servers: [way.url], queue: 'library' },
    { shutdownMs: 5000, verifier, onRefusal: () => {} },
  )
  const pattern = 'daymark.rpc.library.ask'
  server.addHandler(pattern, async () => 'answered')
  await new Promise<void>((resolve, reject) => server.listen(error => (error ? reject(error as Error) : resolve())))
  try {
    const ask = (timeout = 5000) => caller.request(pattern, JSON.stringify({ pattern, data: {}, id: '1' }), { timeout })
    await eventually('it answers', 10_000, () => ask(500).then(() => true))
    const asked = Array.from({ length: 20 }, () => ask().then(() => 'answered', String))
    // nats-server has them, and has passed them on
    await caller.flush()
    await server.close()
    expect(await Promise.all(asked)).toEqual(asked.map(() => 'answered'))
  } finally {
    await caller.close()
    way.stop()
    await nats.stop()
  }
}, 30_000)
