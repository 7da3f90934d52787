import type { Socket } from 'node:net'

/** A request that has moved fewer bytes per second than this since it began, and is older than the grace period, is slow. */
const SLOW_BYTES_PER_SECOND = 1024
const GRACE_MS = 10_000

type Bytes = Pick<Socket, 'bytesRead' | 'bytesWritten' | 'writableLength'>
export type Connection = {
  readonly socket: Bytes & Pick<Socket, 'destroy'>
  /** Of the address that connected (IPv6: its /64): the client, or a proxy in front. */
  readonly own: string
  /** Behind a trusted proxy, that of the client whose request is under way; else the same. */
  network: string
  requests: number
  /** When the connection became busy or idle, and the bytes it had moved until then. */
  since: number
  bytes: number
}

/**
 * All open connections, grouped by network. There is no limit per network: 500 people may share one address. Only when the table is
 * full does a connection have to give way, and it is one of the network that has the most: the one that is idle for the longest
 * time (a request that has not arrived completely counts as idle), else the slowest.
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

  open(socket: Connection['socket'], own: string): Connection {
    const connection = { socket, own, network: own, requests: 0, since: this.now(), bytes: moved(socket) }
    this.insert(connection)
    return connection
  }

  close(connection: Connection): void {
    this.remove(connection)
  }

  requestBegan(connection: Connection, network: string): void {
    this.update(connection, network, connection.requests + 1)
  }

  requestEnded(connection: Connection): void {
    const requests = connection.requests - 1
    this.update(connection, requests === 0 ? connection.own : connection.network, requests)
  }

  /** Which connection has to be closed so that `newcomer` can stay; the newcomer itself if there is no better one. */
  victim(newcomer: Connection): Connection {
    const largest = this.largest(newcomer)
    let [slowest, lowest]: [Connection | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const connection of largest) {
      if (connection === newcomer) continue
      if (connection.requests === 0) return connection
      const rate = this.bytesPerSecond(connection)
      if (!slowest || rate < lowest) [slowest, lowest] = [connection, rate]
    }
    return slowest && (lowest < SLOW_BYTES_PER_SECOND || !largest.has(newcomer)) ? slowest : newcomer
  }

  private largest({ network }: Connection): Set<Connection> {
    let largest = this.networks.get(network) ?? new Set()
    for (const connections of this.networks.values()) if (connections.size > largest.size) largest = connections
    return largest
  }

  private bytesPerSecond({ socket, since, bytes }: Connection): number {
    const elapsed = this.now() - since
    return elapsed < GRACE_MS ? Number.POSITIVE_INFINITY : (moved(socket) - bytes) / (elapsed / 1000)
  }

  private update(connection: Connection, network: string, requests: number): void {
    // The socket of a request may have been closed before its response ends.
    if (!this.remove(connection)) return
    connection.network = network
    connection.requests = requests
    connection.since = this.now()
    connection.bytes = moved(connection.socket)
    this.insert(connection)
  }

  private insert(connection: Connection): void {
    const others = this.networks.get(connection.network)
    if (others) others.add(connection)
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

/** Bytes that were received, and that the system has taken for sending. */
const moved = ({ bytesRead, bytesWritten, writableLength }: Bytes): number => bytesRead + bytesWritten - writableLength
