import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { whenClosed } from './when-closed.ts'

describe('whenClosed', () => {
  let server: Server
  const arrivedResponses: ServerResponse[] = []
  let onArrival = (): void => undefined
  beforeAll(async () => {
    server = createServer((_, response) => {
      arrivedResponses.push(response)
      onArrival()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** Pipelines requests on one connection and resolves to their responses when all requests have arrived. */
  async function sendRequests(count: number): Promise<{ socket: Socket; responses: ServerResponse[] }> {
    arrivedResponses.length = 0
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    const all = new Promise<void>(resolve => {
      onArrival = () => arrivedResponses.length === count && resolve()
    })
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count))
    await all
    return { socket, responses: [...arrivedResponses] }
  }
  const waitUntilClosed = (response: ServerResponse): Promise<void> =>
    new Promise(resolve => whenClosed(response, resolve))

  it('calls back once when the response was sent', async () => {
    const { socket, responses } = await sendRequests(1)
    let calls = 0
    whenClosed(responses[0]!, () => calls++)
    responses[0]!.end('done')
    await waitUntilClosed(responses[0]!)
    socket.destroy()
    await once(socket, 'close')
    expect(calls).toBe(1)
  })

  it('adds one listener to a response, and calls all callbacks in order', async () => {
    const { socket, responses } = await sendRequests(1)
    const before = responses[0]!.listenerCount('close')
    const calls: number[] = []
    for (let n = 0; n < 20; n++) whenClosed(responses[0]!, () => calls.push(n))
    expect(responses[0]!.listenerCount('close')).toBe(before + 1)
    responses[0]!.end()
    await waitUntilClosed(responses[0]!)
    expect(calls).toEqual(Array.from({ length: 20 }, (_, n) => n))
    socket.destroy()
  })

  it('calls back when the client disconnects, and immediately if it already has', async () => {
    const { socket, responses } = await sendRequests(1)
    socket.resetAndDestroy()
    await waitUntilClosed(responses[0]!)
    let calls = 0
    whenClosed(responses[0]!, () => calls++)
    expect(calls).toBe(1)
  })

  it('calls back for pipelined responses when the connection is closed, and immediately if it already is', async () => {
    const { socket, responses } = await sendRequests(30)
    const all = Promise.all(responses.map(waitUntilClosed))
    socket.resetAndDestroy()
    await all
    let calls = 0
    for (const response of responses) whenClosed(response, () => calls++)
    expect(calls).toBe(30)
  })

  it('calls back once for a pipelined response that was sent later', async () => {
    const { socket, responses } = await sendRequests(2)
    let calls = 0
    whenClosed(responses[1]!, () => calls++)
    responses[1]!.end('second')
    responses[0]!.end('first')
    await waitUntilClosed(responses[1]!)
    expect(calls).toBe(1)
    socket.destroy()
    const serverSide = responses[0]!.req.socket
    await new Promise<void>(resolve => (serverSide.closed ? resolve() : serverSide.once('close', () => resolve())))
    expect(calls).toBe(1)
  })
})
