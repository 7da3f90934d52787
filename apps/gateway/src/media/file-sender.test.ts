import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { openStorage } from '@daymark/storage'
import { Caches } from '../cache/caches.ts'
import type { GatewayConfig } from '../config.ts'
import { FileSender } from './file-sender.ts'

/** Number of tiles. All tiles together are larger than the buffers of all connections and of the operating system. */
const TILES = 120
const BYTES = 60_000
const CONNECTIONS = 6

const tiles = Array.from({ length: TILES }, () => randomBytes(BYTES))
/** A store whose files are all in the cache of the operating system. */
const storage = Object.assign(openStorage({ driver: 'folder', dir: '/nowhere' }), {
  readSync: (key: string, buffer: Buffer) =>
    buffer.subarray(0, tiles[Number(key.slice('variants/'.length))]?.copy(buffer)),
})
let server: Server

beforeAll(async () => {
  const sizes = { cacheMb: 160 }
  const files = new FileSender(storage, new Caches(sizes as GatewayConfig))
  server = createServer((request, response) => {
    const number = Number(request.url?.slice(1))
    const found = { photoId: '', key: `variants/${number}`, size: number === 1 ? BYTES - 1 : BYTES }
    const file = { ...found, sha256: `${number}`.padStart(64, 'a'), mimeType: 'image/jpeg', downloadName: 'x.jpg' }
    files.send(request, response, { file, disposition: 'inline' }).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

const openConnection = (): Socket => connect((server.address() as AddressInfo).port, '127.0.0.1')
const requestTiles = (socket: Socket, numbers: number[]): void =>
  void socket.write(numbers.map(n => `GET /${n} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))

/** The bodies of `count` responses of a connection. */
async function readBodies(socket: Socket, count: number): Promise<Buffer[]> {
  const found: Buffer[] = []
  let remaining: Buffer = Buffer.alloc(0)
  for await (const chunk of socket) {
    remaining = Buffer.concat([remaining, chunk as Buffer])
    for (let head = remaining.indexOf('\r\n\r\n'); head >= 0; head = remaining.indexOf('\r\n\r\n')) {
      const end = head + 4 + Number(/Content-Length: (\d+)/.exec(remaining.subarray(0, head).toString())?.[1])
      if (remaining.length < end) break
      found.push(remaining.subarray(head + 4, end))
      remaining = remaining.subarray(end)
    }
    if (found.length === count) break
  }
  return found
}

const numbers = Array.from({ length: TILES }, (_, n) => n).filter(n => n !== 1)
const areComplete = (found: Buffer[]): boolean =>
  found.length === numbers.length && found.every((body, i) => body.equals(tiles[numbers[i] ?? 0] ?? Buffer.of()))

it('sends tiles one after another from reused buffers', async () => {
  const before = process.memoryUsage().arrayBuffers
  let peakBytes = 0
  await requestInTurn(() => (peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers - before)))
  expect(peakBytes).toBeLessThan(1_000_000)
})

/** Requests each tile after the previous one was received. Reads into one buffer, so that the client needs no further memory. */
function requestInTurn(onReceived: () => void): Promise<void> {
  const remaining = [...numbers]
  const buffer = Buffer.alloc(65_536)
  let length = 0
  return new Promise(resolve => {
    const next = (): void => {
      const number = remaining.shift()
      length = 0
      if (number !== undefined) return requestTiles(socket, [number])
      socket.destroy()
      resolve()
    }
    const callback = (bytes: number): boolean => {
      length += bytes
      if (length > BYTES) setImmediate(() => (onReceived(), next()))
      return true
    }
    const { port } = server.address() as AddressInfo
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback } }, next)
  })
}

it('sends unchanged tiles to slow clients while others are fast or disconnect', async () => {
  const slow = Array.from({ length: CONNECTIONS }, openConnection)
  for (const socket of slow) requestTiles(socket, numbers)
  const leaving = Array.from({ length: CONNECTIONS }, openConnection)
  for (const socket of leaving) requestTiles(socket, numbers.toReversed())
  await Promise.all(leaving.map(socket => once(socket, 'readable')))
  for (const socket of leaving) socket.destroy()
  const quick = openConnection()
  requestTiles(quick, numbers)
  expect(areComplete(await readBodies(quick, numbers.length))).toBe(true)
  for (const socket of slow) expect(areComplete(await readBodies(socket, numbers.length))).toBe(true)
})

it('does not send a tile that is longer than recorded', async () => {
  const socket = openConnection()
  requestTiles(socket, [1])
  expect(await readBodies(socket, 1)).toEqual([])
})
