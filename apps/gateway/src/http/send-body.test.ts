import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { sendBody } from './send-body.ts'

/** Sends two requests on one connection and returns all bytes received: first an object of these pieces, then the text `next`. */
async function receive(size: number, pieces: string[]): Promise<{ bytes: string; failure: unknown }> {
  let failure: unknown
  async function* content() {
    for (const piece of pieces) yield Buffer.from(piece)
  }
  const server = createServer((request, response) => {
    const isFirst = request.url === '/first'
    const body = {
      size: isFirst ? size : 4,
      etag: '"x"',
      headers: {},
      open: async () => (isFirst ? content() : Buffer.from('next')),
    }
    sendBody(request, response, body).catch(error => {
      failure = error
      response.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let bytes = ''
  socket.on('data', chunk => (bytes += chunk.toString()))
  socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await once(socket, 'close')
  server.close()
  return { bytes, failure }
}

describe('a stored object', () => {
  it('that is too short closes the connection, so that the next response is not mistaken for its rest', async () => {
    const { bytes, failure } = await receive(10, ['1234', '56'])
    expect(bytes).toMatch(/Content-Length: 10\r\n[^]*\r\n\r\n123456$/)
    expect(String(failure)).toContain('6 of the 10 bytes')
  })

  it('that is too long is cut off and closes the connection', async () => {
    const { bytes, failure } = await receive(5, ['1234', '5HTTP/1.1 200 OK'])
    expect(bytes).toMatch(/\r\n\r\n1234$/)
    expect(String(failure)).toContain('more than')
  })

  it('of the expected length is followed by the next response', async () => {
    const { bytes, failure } = await receive(6, ['1234', '56'])
    expect(bytes).toMatch(/\r\n\r\n123456HTTP\/1.1 200 OK[^]*\r\n\r\nnext$/)
    expect(failure).toBeUndefined()
  })
})
