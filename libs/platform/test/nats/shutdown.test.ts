import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { connect } from '@nats-io/transport-node'
import { pollUntil, testNats } from '@daymark/testing/outside'
import type { CallVerifier } from '../../src/rpc/signed-call.ts'
import { trackRequest } from '../../src/service/requests.ts'
import { RequestServer } from '../../src/transport/nats-rpc.ts'

const DELAY_MS = 60

/** Starts a proxy in front of nats-server that delays all messages of the server. */
async function startDelayingProxy(url: string) {
  const server = createServer(client => {
    const nats = createConnection(Number(new URL(url).port), '127.0.0.1')
    client.on('data', chunk => nats.write(chunk))
    nats.on('data', chunk => setTimeout(() => client.write(chunk), DELAY_MS))
    for (const socket of [client, nats]) socket.on('error', () => {})
    client.on('close', () => nats.destroy())
    nats.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() }
}

const pattern = 'daymark.rpc.library.ask'

/** Starts a caller, and a request server behind the delaying proxy. */
async function startCallerAndServer(handler: () => Promise<string>) {
  const nats = await testNats()
  const proxy = await startDelayingProxy(nats.url)
  const caller = await connect({ servers: nats.url })
  const verifier = { findRejection: () => undefined } as unknown as CallVerifier
  const server = new RequestServer(
    { servers: [proxy.url], queue: 'library' },
    { shutdownMs: 5000, verifier, onRefusal: () => {} },
  )
  server.addHandler(pattern, handler)
  await new Promise<void>((resolve, reject) => server.listen(error => (error ? reject(error as Error) : resolve())))
  const sendRequest = (timeout = 5000) =>
    caller.request(pattern, JSON.stringify({ pattern, data: {}, id: '1' }), { timeout })
  return { caller, server, sendRequest, proxy, nats }
}

it('a stopping process responds to its running requests', async () => {
  const [started, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isSlow = false
  const { caller, server, sendRequest, proxy, nats } = await startCallerAndServer(() =>
    trackRequest(async () => {
      if (!isSlow) return 'responded'
      started.resolve()
      await release.promise
      return 'responded'
    }),
  )
  try {
    await pollUntil('the server responds', () => sendRequest(500).then(() => true))
    isSlow = true
    const response = sendRequest().then(() => 'responded', String)
    await started.promise
    const closed = server.close()
    // wait until the subscription of the server is drained and only this response is missing
    await new Promise(done => setTimeout(done, 5 * DELAY_MS))
    release.resolve()
    await closed
    expect(await response).toBe('responded')
  } finally {
    await caller.close()
    proxy.stop()
    await nats.stop()
  }
})

it('a stopping process responds to requests that nats-server has already delivered', async () => {
  const { caller, server, sendRequest, proxy, nats } = await startCallerAndServer(async () => 'responded')
  try {
    await pollUntil('the server responds', () => sendRequest(500).then(() => true))
    const all = Array.from({ length: 20 }, () => sendRequest().then(() => 'responded', String))
    // after flush, nats-server has received and forwarded the requests
    await caller.flush()
    await server.close()
    expect(await Promise.all(all)).toEqual(all.map(() => 'responded'))
  } finally {
    await caller.close()
    proxy.stop()
    await nats.stop()
  }
})
