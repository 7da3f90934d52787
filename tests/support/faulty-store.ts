import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { S3_KEYS, type TestS3, testS3 } from '@daymark/testing/outside'

/** `full` rejects writes, `unavailable` breaks connections, `corrupt` changes a bit of each file, `truncated` returns half of it. */
export type Fault = 'none' | 'full' | 'unavailable' | 'corrupt' | 'truncated' | 'slow'
const SLOW_MS = 150
const PROCESSING_MS = 5000
const FULL = '<?xml version="1.0"?><Error><Code>XMinioStorageFull</Code><Message>no space left</Message></Error>'

/** A proxy in front of a real S3 server that behaves like a broken store. */
export class FaultyStore {
  fault: Fault = 'none'
  /** All received requests, as `PUT /backups/objects/…`. */
  readonly requests: string[] = []
  private held?: { isHeld: (requests: string) => boolean; released: Promise<void> }
  private readonly sockets = new Set<Socket>()
  private readonly inner: TestS3
  private readonly server: Server

  private constructor(inner: TestS3) {
    this.inner = inner
    this.server = createServer((request, response) => void this.answer(request, response))
    this.server.on('connection', socket => {
      this.sockets.add(socket)
      socket.once('close', () => this.sockets.delete(socket))
    })
  }

  /** Undefined if no S3 server is installed. */
  static async start(): Promise<FaultyStore | undefined> {
    const inner = await testS3()
    if (!inner) return undefined
    const store = new FaultyStore(inner)
    await new Promise<void>(resolve => store.server.listen(0, '127.0.0.1', resolve))
    return store
  }

  /** The settings of the backup store. */
  get settings(): Record<string, string> {
    return {
      DAYMARK_BACKUP_DRIVER: 's3',
      DAYMARK_BACKUP_ENDPOINT: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
      DAYMARK_BACKUP_ACCESS_KEY: S3_KEYS.accessKey,
      DAYMARK_BACKUP_SECRET_KEY: S3_KEYS.secretKey,
      DAYMARK_BACKUP_BUCKET: 'backups',
    }
  }

  /** Holds matching requests until the returned function is called. Requests of a killed process are never answered. */
  hold(isHeld: (requests: string) => boolean): () => void {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const held = { isHeld, released }
    this.held = held
    return () => {
      if (this.held === held) this.held = undefined
      resolve()
    }
  }
  /** The number of requests for each matching path. */
  times(pattern: RegExp): number[] {
    const found = this.requests.filter(one => pattern.test(one))
    return [...Map.groupBy(found, one => one).values()].map(same => same.length)
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise(resolve => this.server.close(resolve))
    this.inner.stop()
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.fault === 'unavailable') return void request.socket.destroy()
    if (this.fault === 'slow') await delay(SLOW_MS)
    const what = `${request.method} ${request.url?.split('?')[0]}`
    this.requests.push(what)
    if (this.held?.isHeld(what)) await sendProcessing(response, this.held.released)
    if (request.socket.destroyed) return
    const writes = request.method === 'PUT' || request.method === 'POST'
    if (this.fault === 'full' && writes) {
      request.resume()
      return void response.writeHead(507, { 'content-type': 'application/xml' }).end(FULL)
    }
    this.forward(request, response)
  }

  private forward(request: IncomingMessage, response: ServerResponse): void {
    const isFile = request.method === 'GET' && /\/objects\//.test(request.url ?? '')
    const { host, port } = new URL(this.inner.endpoint)
    const requests = {
      host: host.split(':')[0],
      port,
      method: request.method,
      path: request.url,
      headers: request.headers,
    }
    const inner = forward(requests, answer => void this.pass(answer, response, isFile))
    inner.once('error', () => response.destroy())
    request.pipe(inner)
  }

  private async pass(answer: IncomingMessage, response: ServerResponse, isFile: boolean): Promise<void> {
    const isFaulty = isFile && answer.statusCode === 200 && (this.fault === 'corrupt' || this.fault === 'truncated')
    if (!isFaulty) {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      return void answer.pipe(response)
    }
    const pieces: Buffer[] = []
    for await (const piece of answer as AsyncIterable<Buffer>) pieces.push(piece)
    const whole = Buffer.concat(pieces)
    const changed = this.fault === 'truncated' ? whole.subarray(0, whole.length >> 1) : flipped(whole)
    response.writeHead(200, { ...answer.headers, 'content-length': String(changed.length) }).end(changed)
  }
}

/** Sends 102 Processing, because clients give up after a minute without data. */
async function sendProcessing(response: ServerResponse, released: Promise<void>): Promise<void> {
  const timer = setInterval(() => response.writeProcessing(), PROCESSING_MS)
  await released
  clearInterval(timer)
}

/** Changes one bit in the middle. */
function flipped(bytes: Buffer): Buffer {
  const at = bytes.length >> 1
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return bytes
}
