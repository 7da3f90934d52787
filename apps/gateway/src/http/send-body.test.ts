import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { sendBody } from './send-body.ts'

/** What one connection receives that asks twice: first for an object that gives these pieces, then for one that says `next`. */
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

describe('a stored object that is not as long as it is known to be', () => {
  it('breaks the connection off where it ends too early: nothing follows that could be taken for its rest', async () => {
    const { bytes, failure } = await receive(10, ['1234', '56'])
    expect(bytes).toMatch(/Content-Length: 10\r\n[^]*\r\n\r\n123456$/)
    expect(String(failure)).toContain('6 of the 10 bytes')
  })

  it('sends none of what is too much', async () => {
    const { bytes, failure } = await receive(5, ['1234', '5HTTP/1.1 200 OK'])
    expect(bytes).toMatch(/\r\n\r\n1234$/)
    expect(String(failure)).toContain('more than')
  })

  it('that is right is followed by the next answer', async () => {
    const { bytes, failure } = await receive(6, ['1234', '56'])
    expect(bytes).toMatch(/\r\n\r\n123456HTTP\/1.1 200 OK[^]*\r\n\r\nnext$/)
    expect(failure).toBeUndefined()
  })
})
