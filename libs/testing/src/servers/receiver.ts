import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { POLL_TIMEOUT_MS } from '../poll-until.ts'

/** A request that the receiver got. `text`: the body as sent; `body`: the parsed body. */
export type ReceivedRequest = {
  path: string
  method: string
  headers: IncomingHttpHeaders
  text: string
  body: WebhookBody
}
/** The parsed body of a webhook delivery. */
type WebhookBody = { id: string; type: string; created_at: string; data: Record<string, unknown> }
type PendingTake = { matches: (arrived: ReceivedRequest) => boolean; resolve: (arrived: ReceivedRequest) => void }
type Responder = (arrived: ReceivedRequest, response: ServerResponse) => void

/** An HTTP server that receives webhooks and stores the requests. It responds with `answers`, by default with 204. */
export class Receiver {
  /** Received requests that no test has taken, in order. */
  readonly arrived: ReceivedRequest[] = []
  answers: Responder = (_, response) => void response.writeHead(204).end()
  readonly url: string
  private readonly server: Server
  private readonly pendingTakes = new Set<PendingTake>()

  private constructor(server: Server) {
    this.server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async open(): Promise<Receiver> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const receiver = new Receiver(server)
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('error', () => {})
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const { url: path = '', method = '', headers } = request
        receiver.receive({ path, method, headers, text, body: JSON.parse(text) as WebhookBody }, response)
      })
    })
    return receiver
  }

  /** Removes and returns the first matching request, or waits for one. `matches`: a condition, or the type of an event. */
  take(matches: PendingTake['matches'] | string = () => true): Promise<ReceivedRequest> {
    const matchesRequest = typeof matches === 'string' ? ({ body }: ReceivedRequest) => body.type === matches : matches
    const index = this.arrived.findIndex(matchesRequest)
    const [arrived] = index < 0 ? [] : this.arrived.splice(index, 1)
    return arrived ? Promise.resolve(arrived) : this.waitForRequest(matchesRequest, String(matches))
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private receive(arrived: ReceivedRequest, response: ServerResponse): void {
    const pendingTake = [...this.pendingTakes].find(({ matches }) => matches(arrived))
    if (pendingTake) pendingTake.resolve(arrived)
    else this.arrived.push(arrived)
    this.answers(arrived, response)
  }

  private waitForRequest(matches: PendingTake['matches'], description: string): Promise<ReceivedRequest> {
    return new Promise((resolve, reject) => {
      const received = () => this.arrived.map(({ path, body }) => `${path} ${body.type}`).join(', ')
      const timeout = setTimeout(
        () => reject(new Error(`${description} did not arrive. Received: ${received()}`)),
        POLL_TIMEOUT_MS,
      )
      const pendingTake: PendingTake = {
        matches,
        resolve: arrived => {
          clearTimeout(timeout)
          this.pendingTakes.delete(pendingTake)
          resolve(arrived)
        },
      }
      this.pendingTakes.add(pendingTake)
    })
  }
}
