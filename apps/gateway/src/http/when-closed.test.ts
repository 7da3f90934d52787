import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { onceClosed } from './when-closed.ts'

describe('onceClosed', () => {
  let server: Server
  const arrived: ServerResponse[] = []
  let onArrival = (): void => undefined
  beforeAll(async () => {
    server = createServer((_, response) => {
      arrived.push(response)
      onArrival()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** A connection with so many requests in a row, and their responses once all have arrived. */
  async function requests(count: number): Promise<{ socket: Socket; responses: ServerResponse[] }> {
    arrived.length = 0
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    const all = new Promise<void>(resolve => {
      onArrival = () => arrived.length === count && resolve()
    })
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count))
    await all
    return { socket, responses: [...arrived] }
  }
  const closing = (response: ServerResponse): Promise<void> => new Promise(resolve => onceClosed(response, resolve))

  it('is called when the answer is sent, once', async () => {
    const { socket, responses } = await requests(1)
    let calls = 0
    onceClosed(responses[0]!, () => calls++)
    responses[0]!.end('done')
    await closing(responses[0]!)
    socket.destroy()
    await once(socket, 'close')
    expect(calls).toBe(1)
  })

  it('is called when the client leaves, and at once when it has left', async () => {
    const { socket, responses } = await requests(1)
    socket.resetAndDestroy()
    await closing(responses[0]!)
    let calls = 0
    onceClosed(responses[0]!, () => calls++)
    expect(calls).toBe(1)
  })

  it('is called for answers that wait behind another one, before and after the connection is gone', async () => {
    const { socket, responses } = await requests(30)
    const all = Promise.all(responses.map(closing))
    socket.resetAndDestroy()
    await all
    let calls = 0
    for (const response of responses) onceClosed(response, () => calls++)
    expect(calls).toBe(30)
  })

  it('is called once for an answer that waited and then was sent', async () => {
    const { socket, responses } = await requests(2)
    let calls = 0
    onceClosed(responses[1]!, () => calls++)
    responses[1]!.end('second')
    responses[0]!.end('first')
    await closing(responses[1]!)
    expect(calls).toBe(1)
    socket.destroy()
    const serverSide = responses[0]!.req.socket
    await new Promise<void>(resolve => (serverSide.closed ? resolve() : serverSide.once('close', () => resolve())))
    expect(calls).toBe(1)
  })
})
