import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { POLL_TIMEOUT_MS } from '../poll-until.ts'

/** A request that the receiver got. `text`: the body as sent; `body`: the parsed body. */
export type Arrived = { path: string; method: string; headers: IncomingHttpHeaders; text: string; body: Sent }
/** The parsed body of a webhook delivery. */
export type Sent = { id: string; type: string; created_at: string; data: Record<string, unknown> }
type Waiting = { fits: (arrived: Arrived) => boolean; resolve: (arrived: Arrived) => void }
type Answering = (arrived: Arrived, response: ServerResponse) => void

/** An HTTP server that receives webhooks and stores the requests. It responds with `answers`, by default with 204. */
export class Receiver {
  /** Received requests that no test has taken, in order. */
  readonly arrived: Arrived[] = []
  answers: Answering = (_, response) => void response.writeHead(204).end()
  readonly url: string
  private readonly server: Server
  private readonly waiting = new Set<Waiting>()

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
        receiver.receive({ path, method, headers, text, body: JSON.parse(text) as Sent }, response)
      })
    })
    return receiver
  }

  /** Removes and returns the first matching request, or waits for one. `fits`: a condition, or the type of an event. */
  take(fits: Waiting['fits'] | string = () => true): Promise<Arrived> {
    const one = typeof fits === 'string' ? ({ body }: Arrived) => body.type === fits : fits
    const index = this.arrived.findIndex(one)
    const [arrived] = index < 0 ? [] : this.arrived.splice(index, 1)
    return arrived ? Promise.resolve(arrived) : this.next(one, String(fits))
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private receive(arrived: Arrived, response: ServerResponse): void {
    const waiting = [...this.waiting].find(({ fits }) => fits(arrived))
    if (waiting) waiting.resolve(arrived)
    else this.arrived.push(arrived)
    this.answers(arrived, response)
  }

  private next(fits: Waiting['fits'], what: string): Promise<Arrived> {
    return new Promise((resolve, reject) => {
      const there = () => this.arrived.map(({ path, body }) => `${path} ${body.type}`).join(', ')
      const timeout = setTimeout(
        () => reject(new Error(`${what} did not come; there are: ${there()}`)),
        POLL_TIMEOUT_MS,
      )
      const waiting: Waiting = {
        fits,
        resolve: arrived => {
          clearTimeout(timeout)
          this.waiting.delete(waiting)
          resolve(arrived)
        },
      }
      this.waiting.add(waiting)
    })
  }
}
