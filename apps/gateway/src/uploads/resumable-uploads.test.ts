import type { ByteRange, Storage } from '@daymark/storage'
import { pollUntil } from '@daymark/testing/outside'
import type { Request } from 'express'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { ResumableUpload, ResumableUploads } from './resumable-uploads.ts'

/** A store that holds this much of the file by the time it is read. */
const holding = (held: string) =>
  ({
    get: async (_: string, { start, end }: ByteRange) =>
      (async function* () {
        yield Buffer.from(held).subarray(start, end + 1)
      })(),
  }) as unknown as Storage
async function* arriving(rest: string, breaks = false): AsyncGenerator<Buffer> {
  yield Buffer.from(rest)
  if (breaks) throw new Error('aborted')
}
const upload = (held: string, complete = true) =>
  new ResumableUpload({ request: { complete } as Request, storage: holding(held), place: 'partials/a', offset: 5 })
const read = async (pieces: AsyncIterable<Buffer>): Promise<string> =>
  Buffer.concat(await Array.fromAsync(pieces)).toString()

describe('an upload that goes on', () => {
  it('is what was said to be held and then the rest, also if another process holds more by now', async () => {
    expect(await read(upload('01234').whole(arriving('56789')))).toBe('0123456789')
    expect(await read(upload('01234567').whole(arriving('56789')))).toBe('0123456789')
  })

  it('is refused with the right offset if less is held by now', async () => {
    await expect(read(upload('012').whole(arriving('56789')))).rejects.toMatchObject({
      status: 409,
      params: { offset: 3 },
    })
  })

  it('ends early when its client goes away, and fails with anything else', async () => {
    const broken = upload('01234', false)
    expect(await read(broken.whole(arriving('567', true)))).toBe('01234567')
    expect(broken.broken).toBeInstanceOf(Error)
    await expect(read(upload('01234').whole(arriving('567', true)))).rejects.toThrow('aborted')
  })
})

/** A request whose client says nothing any more. */
class Silent extends EventEmitter {
  complete = false
  destroyed = false
  readonly socket = { bytesRead: 1 }
  destroy(): void {
    this.destroyed = true
    this.emit('close')
  }
}

describe('requests of one resumable upload', () => {
  it.each([2, 5])('%i that come at the same moment are taken one at a time, the last one stays', async count => {
    const uploads = new ResumableUploads({} as Storage)
    const requests = Array.from({ length: count }, () => new Silent())
    let inside = 0
    let most = 0
    const takings = requests.map(request =>
      uploads.alone(request as never as Request, 'partials/one', async () => {
        most = Math.max(most, ++inside)
        if (!request.destroyed) await once(request, 'close')
        inside--
      }),
    )
    // Each ends the one before it; nobody comes after the last.
    await Promise.race(takings.map((taking, i) => taking.then(() => i)))
    while (requests.filter(({ destroyed }) => !destroyed).length > 1) await new Promise(done => setTimeout(done, 10))
    requests.find(({ destroyed }) => !destroyed)?.destroy()
    await Promise.all(takings)
    expect(most).toBe(1)
  })

  it('lets those who only ask how far it is end what hangs, not take its place', async () => {
    const uploads = new ResumableUploads({ stat: async () => ({ size: 7, modified: new Date() }) } as never as Storage)
    const request = new Silent()
    const taking = uploads.alone(request as never as Request, 'partials/one', () => once(request, 'close'))
    expect(await Promise.all([uploads.offset('partials/one'), uploads.offset('partials/one')])).toEqual([7, 7])
    await taking
  })

  it('are read to the last byte that has come, also by a process that was busy meanwhile', async () => {
    let read = 0
    const uploads = new ResumableUploads({
      stat: async () => ({ size: read, modified: new Date() }),
    } as never as Storage)
    const server = createServer(request => {
      request.on('data', chunk => (read += chunk.length)).on('error', () => undefined)
      void uploads.alone(request as Request, 'partials/one', () => once(request, 'close'))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n${'a'.repeat(1000)}`)
    await pollUntil('the beginning was read', async () => read === 1000)
    const asked = uploads.offset('partials/one')
    // after an immediate timers come before sockets: the second look is due, and these bytes have come, when the process is free
    await new Promise(setImmediate)
    client.write('b'.repeat(1000))
    for (const until = performance.now() + 400; performance.now() < until;);
    const offset = await asked
    client.destroy()
    server.close()
    expect(offset).toBe(2000)
  })
})
