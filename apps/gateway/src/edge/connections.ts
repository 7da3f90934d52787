import { HOUR_MS } from '@daymark/contracts'
import { metrics, networkOf } from '@daymark/platform'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { GatewayConfig } from '../config.ts'
import { whenClosed } from '../http/when-closed.ts'

/** A request is slow if it is older than SLOW_GRACE_MS and has transferred fewer bytes per second than SLOW_BYTES_PER_SECOND. */
const SLOW_BYTES_PER_SECOND = 1024
const SLOW_GRACE_MS = 10_000

type SocketBytes = Pick<Socket, 'bytesRead' | 'bytesWritten' | 'writableLength'>
export type Connection = {
  readonly socket: SocketBytes & Pick<Socket, 'destroy'>
  /** Network of the peer address (IPv6: its /64): the client, or a proxy in front. */
  readonly peerNetwork: string
  /** Network of the client whose request runs, if a trusted proxy forwarded it; else the same as `peerNetwork`. */
  network: string
  runningRequests: number
  /** Time in ms at which the connection became busy or idle, and the bytes transferred until then. */
  stateChangedAt: number
  bytesAtStateChange: number
}

/**
 * All open connections, grouped by network. There is no limit per network because 500 people may share one address. When the table is
 * full, a connection of the largest network is closed: the one that is idle for the longest time (a request that has not arrived
 * completely counts as idle), else the slowest.
 */
export class ConnectionTable {
  size = 0
  /** Within a network, connections are in the order in which they became busy or idle. */
  private readonly networks = new Map<string, Set<Connection>>()
  private readonly now: () => number

  constructor(
    private readonly max: number,
    now: () => number = Date.now,
  ) {
    this.now = now
  }

  get isFull(): boolean {
    return this.size > this.max
  }

  open(socket: Connection['socket'], peerNetwork: string): Connection {
    const connection = {
      socket,
      peerNetwork,
      network: peerNetwork,
      runningRequests: 0,
      stateChangedAt: this.now(),
      bytesAtStateChange: transferredBytes(socket),
    }
    this.insert(connection)
    return connection
  }

  close(connection: Connection): void {
    this.remove(connection)
  }

  beginRequest(connection: Connection, network: string): void {
    this.update(connection, network, connection.runningRequests + 1)
  }

  endRequest(connection: Connection): void {
    const runningRequests = connection.runningRequests - 1
    this.update(connection, runningRequests === 0 ? connection.peerNetwork : connection.network, runningRequests)
  }

  /** The connection to close so that `newConnection` can stay; `newConnection` itself if no other connection is idle or slow. */
  chooseConnectionToClose(newConnection: Connection): Connection {
    const largest = this.findLargestNetwork(newConnection)
    let [slowest, lowestRate]: [Connection | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const connection of largest) {
      if (connection === newConnection) continue
      if (connection.runningRequests === 0) return connection
      const rate = this.bytesPerSecond(connection)
      if (!slowest || rate < lowestRate) [slowest, lowestRate] = [connection, rate]
    }
    return slowest && (lowestRate < SLOW_BYTES_PER_SECOND || !largest.has(newConnection)) ? slowest : newConnection
  }

  private findLargestNetwork({ network }: Connection): Set<Connection> {
    let largest = this.networks.get(network) ?? new Set()
    for (const connections of this.networks.values()) if (connections.size > largest.size) largest = connections
    return largest
  }

  private bytesPerSecond({ socket, stateChangedAt, bytesAtStateChange }: Connection): number {
    const elapsedMs = this.now() - stateChangedAt
    return elapsedMs < SLOW_GRACE_MS
      ? Number.POSITIVE_INFINITY
      : (transferredBytes(socket) - bytesAtStateChange) / (elapsedMs / 1000)
  }

  private update(connection: Connection, network: string, runningRequests: number): void {
    // The socket of a request may have been closed before its response ends.
    if (!this.remove(connection)) return
    connection.network = network
    connection.runningRequests = runningRequests
    connection.stateChangedAt = this.now()
    connection.bytesAtStateChange = transferredBytes(connection.socket)
    this.insert(connection)
  }

  private insert(connection: Connection): void {
    const networkConnections = this.networks.get(connection.network)
    if (networkConnections) networkConnections.add(connection)
    else this.networks.set(connection.network, new Set([connection]))
    this.size++
  }

  private remove(connection: Connection): boolean {
    const connections = this.networks.get(connection.network)
    if (!connections?.delete(connection)) return false
    if (connections.size === 0) this.networks.delete(connection.network)
    this.size--
    return true
  }
}

/** Bytes received, and bytes passed on to the operating system for sending. */
const transferredBytes = ({ bytesRead, bytesWritten, writableLength }: SocketBytes): number =>
  bytesRead + bytesWritten - writableLength

/**
 * Maximum duration of a request, and of its headers. Uploading a photo over a slow connection takes long, sending headers does not. The
 * idle timeout closes silent connections earlier.
 */
const REQUEST_TIMEOUT_MS = HOUR_MS
const HEADERS_TIMEOUT_MS = 15_000
/** Interval at which Node closes requests beyond these timeouts. With Node's default, requests could end 30 seconds late. */
const TIMEOUT_CHECK_INTERVAL_MS = 3000
/** Longer than the timeout of common proxies, so that a proxy never sends a request into a connection that is being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000

const REJECTION_RESPONSE =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

const refusedConnections = metrics.counter('daymark.gateway.connections.refused', {
  description: 'Connections refused because no other connection could be closed',
  initialAttributes: [{}],
})
const closedConnections = metrics.counter('daymark.gateway.connections.closed', {
  description: 'Idle and slow connections closed to free capacity',
  initialAttributes: [{}],
})

type ConnectionLimits = Pick<GatewayConfig, 'connections' | 'idleSeconds' | 'trustProxy'>

/** Limits the number of connections and the duration of each step before a request is authenticated. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.headersTimeout = HEADERS_TIMEOUT_MS
  Object.assign(server, { connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS })
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS
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
    const toClose = table.chooseConnectionToClose(connection)
    table.close(toClose)
    if (toClose === connection) return rejectConnection(socket)
    closedConnections.add(1)
    toClose.socket.destroy()
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    const { peerNetwork } = connection
    table.beginRequest(connection, trustProxy === 0 ? peerNetwork : networkOf(clientAddress(request, trustProxy)))
    whenClosed(response, () => table.endRequest(connection))
  })
}

/**
 * The client's address as Express' `request.ip` computes it with `trust proxy` set to `hops`, for code that runs before Express. Each
 * trusted proxy appends the address of its peer to X-Forwarded-For. Clients can forge all earlier entries.
 */
export function clientAddress(request: Pick<IncomingMessage, 'socket' | 'headers'>, hops: number): string {
  const peerAddress = request.socket.remoteAddress ?? ''
  if (hops === 0) return peerAddress
  const forwardedHeader = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  const addresses = forwardedHeader
    .split(',')
    .map(address => address.trim())
    .filter(address => address !== '')
  return [...addresses, peerAddress].at(-1 - hops) ?? addresses[0] ?? peerAddress
}

/** Sends 503 and closes the connection, even if the client does not read the response. */
function rejectConnection(socket: Socket): void {
  refusedConnections.add(1)
  socket.on('error', () => undefined)
  socket.end(REJECTION_RESPONSE, () => socket.destroy())
}
