import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { errors } from '@daymark/contracts'
import { metrics, networkOf } from '@daymark/platform'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { GatewayConfig } from '../config.ts'
import { onceClosed } from '../helpers/once-closed.ts'

/** A photo may come over a slow line; a head may not. What is silent meanwhile is ended by the idle limit. */
const UPLOAD_MS = 3_600_000
const HEAD_MS = 15_000
/** Between two checks for those that are late; Node would let them have half a minute more. */
const CHECK_MS = 3000
/** Longer than proxies keep theirs, so that none sends into a connection that we just closed. */
const KEEP_ALIVE_MS = 75_000

const REFUSAL = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

const refused = metrics.counter('daymark.gateway.connections.refused', {
  description: 'Connections beyond what one address or all may have',
  known: [{}],
})

type Limits = Pick<GatewayConfig, 'connections' | 'connectionsPerAddress' | 'idleSeconds' | 'trustProxy'>

/** Before anything is known of who connects: how many may, and how long each step may take. */
export function limitConnections(server: Server, limits: Limits): void {
  server.requestTimeout = UPLOAD_MS
  server.headersTimeout = HEAD_MS
  Object.assign(server, { connectionsCheckingInterval: CHECK_MS })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.setTimeout(limits.idleSeconds * 1000)
  server.maxConnections = limits.connections
  server.on('drop', () => refused.add(1))
  observe(server)
  // Those of a trusted proxy are everybody's: there requests are counted.
  if (limits.trustProxy > 0) return
  const counts = new CountPerNetwork(limits.connectionsPerAddress)
  server.prependListener('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (!counts.take(network)) return refuse(socket)
    socket.once('close', () => counts.release(network))
  })
}

function observe(server: Server): void {
  const about = { description: 'Connections that are open' }
  metrics.gauge(
    'daymark.gateway.connections',
    about,
    () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
  )
}

/** Behind trusted proxies: what is under way for each address that they name. */
export function limitClients({ trustProxy, connectionsPerAddress }: Limits): RequestHandler {
  const counts = new CountPerNetwork(connectionsPerAddress)
  return (request: Request, response: Response, next: NextFunction) => {
    if (trustProxy === 0) return next()
    const network = networkOf(request.ip ?? '')
    if (!counts.take(network)) throw errors.UNAVAILABLE()
    onceClosed(response, () => counts.release(network))
    next()
  }
}

/** The words are for a proxy or a browser; who does not read them is closed all the same. */
function refuse(socket: Socket): void {
  refused.add(1)
  socket.on('error', () => undefined)
  socket.end(REFUSAL, () => socket.destroy())
}

/** How much of something each address has, and that none has more than its share. */
class CountPerNetwork {
  private readonly counts = new Map<string, number>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  take(network: string): boolean {
    const count = this.counts.get(network) ?? 0
    if (count >= this.most) return false
    this.counts.set(network, count + 1)
    return true
  }

  release(network: string): void {
    const left = (this.counts.get(network) ?? 1) - 1
    if (left > 0) this.counts.set(network, left)
    else this.counts.delete(network)
  }
}
