import { Agent, get } from 'node:http'
import type { Socket } from 'node:net'
import { install, type Installation } from '../support/installation.ts'
import { mediaPath, createSharedGallery } from '../support/shared-gallery.ts'
import { head, open } from './support/raw.ts'

const VISITORS = 600
/** Connections that a browser opens to one host over HTTP/1.1. */
const CONNECTIONS = 6
const ATTACKER = '127.0.0.9'

let place: Installation
let paths: string[]
beforeAll(async () => {
  place = await install('memory')
  await place.photographer()
  const { token, image } = await createSharedGallery(place, { count: 1 })
  const sizes = ['sm', 'md', 'lg'].map(size => mediaPath(token, image.filename, size))
  paths = [`/api/shares/public/${token}`, `/media/share/card.jpg?token=${token}`, ...sizes]
})
afterAll(() => place?.stop())

/** Status of a request, or the connection error and after how many seconds. */
function statusOf(path: string, agent: Agent, localAddress: string): Promise<number | string> {
  const began = performance.now()
  return new Promise(resolve => {
    get(place.url + path, { agent, localAddress }, response => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', ({ message }) => resolve(`${message} after ${Math.round((performance.now() - began) / 1000)} s`))
  })
}

/** Opens a gallery as many visitors at once, with kept connections. Returns statuses by path. */
async function visit(count: number, localAddress: string): Promise<string[]> {
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: CONNECTIONS }))
  const seen = await Promise.all(
    agents.flatMap(agent => paths.map(async path => `${path} ${await statusOf(path, agent, localAddress)}`)),
  )
  for (const agent of agents) agent.destroy()
  return [...new Set(seen)].toSorted()
}
const allServed = () => paths.map(path => `${path} 200`).toSorted()

it('600 visitors behind one address can open a gallery at the same time', async () => {
  expect(await visit(VISITORS, '127.0.0.2')).toEqual(allServed())
})

it('5,000 slow connections of an attacker do not block other addresses', async () => {
  const login = { 'Content-Type': 'application/json', 'Content-Length': '1000' }
  const slow: ((socket: Socket) => unknown)[] = [
    socket => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n'), // slow head
    socket => socket.write(`${head('POST', '/api/auth/login', login)}{`), // slow body
    socket => socket.pause().write(head('GET', paths.at(-1) ?? '').repeat(20)), // slow reader
    socket => socket.write(head('GET', '/healthz')), // idle after an answer
  ]
  const sockets: Socket[] = []
  for (let batch = 0; batch < 50; batch++) {
    const opened = await Promise.all(Array.from({ length: 100 }, () => open(place.url, { localAddress: ATTACKER })))
    opened.forEach((socket, n) => slow[n % slow.length]?.(socket))
    sockets.push(...opened)
  }
  expect(await visit(50, '127.0.0.3')).toEqual(allServed())
  for (const socket of sockets) socket.destroy()
})
