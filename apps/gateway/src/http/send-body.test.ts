import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { parseRequestedRange, sendBody } from './send-body.ts'

const MODIFIED = 'Wed, 21 Oct 2015 07:28:00 GMT'
const rangeOf = (range: string | undefined, ifRange?: string, etag = '"tag"') =>
  parseRequestedRange({ range, 'if-range': ifRange }, 1000, { etag, modified: MODIFIED })

describe('Range', () => {
  it('accepts every form of a single range', () => {
    expect(rangeOf('bytes=0-0')).toEqual({ start: 0, end: 0 })
    expect(rangeOf('BYTES=10-19')).toEqual({ start: 10, end: 19 })
    expect(rangeOf('bytes=990-')).toEqual({ start: 990, end: 999 })
    expect(rangeOf('bytes=-10')).toEqual({ start: 990, end: 999 })
    expect(rangeOf('bytes=-5000')).toEqual({ start: 0, end: 999 })
    expect(rangeOf('bytes=500-99999')).toEqual({ start: 500, end: 999 })
  })

  it('sends the whole file for no range, a malformed one, several ranges or another unit', () => {
    for (const range of [
      undefined,
      '',
      'bytes=',
      'bytes=-',
      'bytes=a-b',
      'bytes=5-1',
      'bytes=0-1,5-6',
      'items=0-1',
      'bytes 0-1',
    ])
      expect(rangeOf(range)).toBe('whole')
  })

  it('rejects a range beyond the end', () => {
    expect(rangeOf('bytes=1000-')).toBe('unsatisfiable')
    expect(rangeOf('bytes=99999999999999999999-')).toBe('unsatisfiable')
    expect(rangeOf('bytes=-0')).toBe('unsatisfiable')
    expect(parseRequestedRange({ range: 'bytes=-1' }, 0, { etag: '"tag"' })).toBe('unsatisfiable')
  })

  it('ignores the range when If-Range names another version', () => {
    expect(rangeOf('bytes=0-1', '"tag"')).toEqual({ start: 0, end: 1 })
    expect(rangeOf('bytes=0-1', '"other"')).toBe('whole')
    expect(rangeOf('bytes=0-1', 'W/"tag"')).toBe('whole')
    expect(rangeOf('bytes=0-1', 'W/"tag"', 'W/"tag"')).toBe('whole')
    expect(rangeOf('bytes=0-1', MODIFIED)).toEqual({ start: 0, end: 1 })
    expect(rangeOf('bytes=0-1', 'Wed, 21 Oct 2015 07:28:01 GMT')).toBe('whole')
  })
})

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
