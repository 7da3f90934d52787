import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type FormFields, readForm } from './form.ts'
import { notFoundError, StripeError } from './state.ts'

type Call = (request: { id: string; fields: FormFields }) => object
/** Handlers by method and path, such as `'POST /v1/subscriptions/:id'`. */
export type Calls = Record<string, Call>
/** Lets a test interrupt a call: the server calls `reached` when the call has arrived, and then waits for `released`. */
type CallHold = { path: string; reached(): void; released: Promise<void> }
/** The test's side of a `CallHold`. */
type Hold = { reached: Promise<void>; release(): void }
type StoredResponse = { request: string; status: number; body: string }

/**
 * An HTTP server that behaves as Stripe's API: it parses forms, checks the API key, applies idempotency keys, and returns JSON or errors.
 */
export class StripeServer {
  /** Method and path of each request that the server processed, in order. */
  readonly requests: string[] = []
  /** The unparsed requests. A test validates them against Stripe's specification. */
  readonly raw: { method: string; url: string; body: string }[] = []
  /** If true, the server closes each connection without a response. */
  isUnavailable = false
  private nextHeld?: CallHold
  private nextLost?: CallHold
  private readonly storedResponses = new Map<string, StoredResponse>()
  private readonly server: Server
  private readonly calls: [RegExp, Call][]
  private readonly key: string

  private constructor(key: string, calls: Calls) {
    this.key = key
    this.calls = Object.entries(calls).map(([name, call]) => [patternOf(name), call])
    this.server = createServer((request, response) => void this.handleRequest(request, response))
  }

  static async start(key: string, calls: Calls): Promise<StripeServer> {
    const server = new StripeServer(key, calls)
    await new Promise<void>(resolve => server.server.listen(0, '127.0.0.1', resolve))
    return server
  }
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }
  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise(resolve => this.server.close(resolve))
  }

  /** Processes the next call whose path ends with `path`, but sends the response only after `release`. */
  holdNext(path = ''): Hold {
    const { held, hold } = createHold(path)
    this.nextHeld = held
    return hold
  }
  /** Ignores the next call whose path ends with `path`. After `release` it closes the connection without a response. */
  loseNext(path: string): Hold {
    const { held, hold } = createHold(path)
    this.nextLost = held
    return hold
  }

  private async handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isUnavailable) return void request.socket.destroy()
    const { method = '', url = '', headers } = request
    const [path = '', query = ''] = url.split('?')
    const body = await text(request)
    if (await this.isLost(path)) return void request.socket.destroy()
    this.requests.push(`${method} ${path}`)
    this.raw.push({ method, url, body })
    const { status, body: responseBody } = this.respondOnce(`${method} ${path} ${body}`, headers, () => {
      if (headers.authorization !== `Bearer ${this.key}`)
        throw new StripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
      return this.call(`${method} ${path}`, readForm(method === 'GET' || method === 'DELETE' ? query : body))
    })
    await this.waitUntilReleased(path)
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' }).end(responseBody)
  }

  private async isLost(path: string): Promise<boolean> {
    const { nextLost: lost } = this
    if (!lost || !path.endsWith(lost.path)) return false
    this.nextLost = undefined
    lost.reached()
    await lost.released
    return true
  }

  private async waitUntilReleased(path: string): Promise<void> {
    const { nextHeld: held } = this
    if (!held || !path.endsWith(held.path)) return
    this.nextHeld = undefined
    held.reached()
    await held.released
  }

  /**
   * Processes a request once for each idempotency key: a repeated request gets the stored response, and another request with the same key
   * is rejected.
   */
  private respondOnce(request: string, headers: IncomingMessage['headers'], work: () => object): StoredResponse {
    const key = headers['idempotency-key']
    const storedResponse = typeof key === 'string' ? this.storedResponses.get(key) : undefined
    if (storedResponse && storedResponse.request !== request)
      return createResponse(request, 400, {
        error: { type: 'idempotency_error', message: 'Another request had this key.' },
      })
    const result = storedResponse ?? attempt(request, work)
    if (typeof key === 'string') this.storedResponses.set(key, result)
    return result
  }

  private call(name: string, fields: FormFields): object {
    for (const [pattern, call] of this.calls) {
      const match = pattern.exec(name)
      if (match) return call({ id: match[1] ?? '', fields })
    }
    throw notFoundError('call', name)
  }
}

function createHold(path: string): { held: CallHold; hold: Hold } {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    held: { path, reached: reached.resolve, released: released.promise },
    hold: { reached: reached.promise, release: released.resolve },
  }
}

const patternOf = (name: string): RegExp => new RegExp(`^${name.replace(':id', '([^/]+)')}$`)
const createResponse = (request: string, status: number, answer: object): StoredResponse => ({
  request,
  status,
  body: JSON.stringify(answer),
})

function attempt(request: string, work: () => object): StoredResponse {
  try {
    return createResponse(request, 200, work())
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return createResponse(request, error.status, { error: error.error })
  }
}
