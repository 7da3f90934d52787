import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { metrics, networkOf } from '@daymark/platform'
import type { GatewayConfig } from '../config.ts'
import { onceClosed } from '../helpers/once-closed.ts'
import { type Connection, ConnectionTable } from './connection-table.ts'

/** A photo may come over a slow line; a head may not. What is silent meanwhile is ended by the idle limit. */
const UPLOAD_MS = 3_600_000
const HEAD_MS = 15_000
/** Between two checks for those that are late; Node would let them have half a minute more. */
const CHECK_MS = 3000
/** Longer than proxies keep theirs, so that none sends into a connection that we just closed. */
const KEEP_ALIVE_MS = 75_000

const REFUSAL = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

const refused = metrics.counter('daymark.gateway.connections.refused', {
  description: 'Connections refused because no other one could be closed',
  known: [{}],
})
const closed = metrics.counter('daymark.gateway.connections.closed', {
  description: 'Idle and slow connections closed to free capacity',
  known: [{}],
})

type Limits = Pick<GatewayConfig, 'connections' | 'idleSeconds' | 'trustProxy'>

/** Before anything is known of who connects: how many may, and how long each step may take. */
export function limitConnections(server: Server, limits: Limits): void {
  server.requestTimeout = UPLOAD_MS
  server.headersTimeout = HEAD_MS
  Object.assign(server, { connectionsCheckingInterval: CHECK_MS })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.setTimeout(limits.idleSeconds * 1000)
  const table = new ConnectionTable(limits.connections)
  metrics.gauge('daymark.gateway.connections', { description: 'Connections that are open' }, () => table.size)
  trackConnections(server, table, limits.trustProxy)
}

function trackConnections(server: Server, table: ConnectionTable, trustProxy: number): void {
  const connections = new WeakMap<Socket, Connection>()
  server.prependListener('connection', (socket: Socket) => {
    const connection = table.open(socket, networkOf(socket.remoteAddress ?? ''))
    connections.set(socket, connection)
    socket.once('close', () => table.close(connection))
    if (!table.isFull) return
    const victim = table.victim(connection)
    table.close(victim)
    if (victim === connection) return refuse(socket)
    closed.add(1)
    victim.socket.destroy()
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    const { own } = connection
    table.requestBegan(connection, trustProxy === 0 ? own : networkOf(clientAddress(request, trustProxy)))
    onceClosed(response, () => table.requestEnded(connection))
  })
}

/**
 * The client's address as Express' `request.ip` computes it with `trust proxy` set to `hops`, for code that runs in front of Express.
 * Each trusted proxy has appended the address it saw to X-Forwarded-For; what stands before those entries is the client's claim.
 */
export function clientAddress(request: Pick<IncomingMessage, 'socket' | 'headers'>, hops: number): string {
  const remote = request.socket.remoteAddress ?? ''
  if (hops === 0) return remote
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  const addresses = forwarded
    .split(',')
    .map(address => address.trim())
    .filter(address => address !== '')
  return [...addresses, remote].at(-1 - hops) ?? addresses[0] ?? remote
}

/** The words are for a proxy or a browser; who does not read them is closed all the same. */
function refuse(socket: Socket): void {
  refused.add(1)
  socket.on('error', () => undefined)
  socket.end(REFUSAL, () => socket.destroy())
}
