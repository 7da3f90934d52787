import type { ByteRange, Storage } from '@daymark/storage'
import { pollUntil } from '@daymark/testing/outside'
import type { Request } from 'express'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { ResumableUpload, ResumableUploads } from './resumable-uploads.ts'

/** A store that contains this start of the file. */
const createStorage = (storedStart: string) =>
  ({
    get: async (_: string, { start, end }: ByteRange) =>
      (async function* () {
        yield Buffer.from(storedStart).subarray(start, end + 1)
      })(),
  }) as unknown as Storage
async function* sendRest(rest: string, breaks = false): AsyncGenerator<Buffer> {
  yield Buffer.from(rest)
  if (breaks) throw new Error('aborted')
}
const upload = (storedStart: string, complete = true) =>
  new ResumableUpload({
    request: { complete } as Request,
    storage: createStorage(storedStart),
    partialKey: 'partials/a',
    offset: 5,
  })
const read = async (pieces: AsyncIterable<Buffer>): Promise<string> =>
  Buffer.concat(await Array.fromAsync(pieces)).toString()

describe('a resumed upload', () => {
  it('consists of the stored bytes up to its offset and the rest, even if another process has stored more', async () => {
    expect(await read(upload('01234').readFromStart(sendRest('56789')))).toBe('0123456789')
    expect(await read(upload('01234567').readFromStart(sendRest('56789')))).toBe('0123456789')
  })

  it('is rejected with the current offset if less is stored', async () => {
    await expect(read(upload('012').readFromStart(sendRest('56789')))).rejects.toMatchObject({
      status: 409,
      params: { offset: 3 },
    })
  })

  it('ends early if the client disconnects, and fails with any other error', async () => {
    const broken = upload('01234', false)
    expect(await read(broken.readFromStart(sendRest('567', true)))).toBe('01234567')
    expect(broken.connectionError).toBeInstanceOf(Error)
    await expect(read(upload('01234').readFromStart(sendRest('567', true)))).rejects.toThrow('aborted')
  })
})

/** A request whose client has stopped sending. */
class StalledRequest extends EventEmitter {
  complete = false
  destroyed = false
  readonly socket = { bytesRead: 1 }
  destroy(): void {
    this.destroyed = true
    this.emit('close')
  }
}

describe('requests of one resumable upload', () => {
  it.each([2, 5])('%i concurrent requests run one at a time, and each new one ends the previous one', async count => {
    const uploads = new ResumableUploads({} as Storage)
    const requests = Array.from({ length: count }, () => new StalledRequest())
    let runningCount = 0
    let maxRunningCount = 0
    const runs = requests.map(request =>
      uploads.runExclusively(request as never as Request, 'partials/one', async () => {
        maxRunningCount = Math.max(maxRunningCount, ++runningCount)
        if (!request.destroyed) await once(request, 'close')
        runningCount--
      }),
    )
    // Each request ends the previous one; the last one stays.
    await Promise.race(runs.map((run, i) => run.then(() => i)))
    while (requests.filter(({ destroyed }) => !destroyed).length > 1) await new Promise(done => setTimeout(done, 10))
    requests.find(({ destroyed }) => !destroyed)?.destroy()
    await Promise.all(runs)
    expect(maxRunningCount).toBe(1)
  })

  it('a request for the offset ends a stalled upload request', async () => {
    const uploads = new ResumableUploads({ stat: async () => ({ size: 7, modified: new Date() }) } as never as Storage)
    const request = new StalledRequest()
    const run = uploads.runExclusively(request as never as Request, 'partials/one', () => once(request, 'close'))
    expect(await Promise.all([uploads.findOffset('partials/one'), uploads.findOffset('partials/one')])).toEqual([7, 7])
    await run
  })

  it('the offset includes all received bytes, even if the process was busy', async () => {
    let read = 0
    const uploads = new ResumableUploads({
      stat: async () => ({ size: read, modified: new Date() }),
    } as never as Storage)
    const server = createServer(request => {
      request.on('data', chunk => (read += chunk.length)).on('error', () => undefined)
      void uploads.runExclusively(request as Request, 'partials/one', () => once(request, 'close'))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n${'a'.repeat(1000)}`)
    await pollUntil('the beginning was read', async () => read === 1000)
    const reading = uploads.findOffset('partials/one')
    // Makes the process busy right after an immediate, so that timers run before sockets: the second check is due before these bytes are
    // read.
    await new Promise(setImmediate)
    client.write('b'.repeat(1000))
    for (const until = performance.now() + 400; performance.now() < until;);
    const offset = await reading
    client.destroy()
    server.close()
    expect(offset).toBe(2000)
  })
})
