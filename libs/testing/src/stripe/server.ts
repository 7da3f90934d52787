import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Given, readForm } from './form.ts'
import { missing, Refused } from './state.ts'

type Call = (asked: { id: string; given: Given }) => object
/** Handlers by method and path, such as `'POST /v1/subscriptions/:id'`. */
export type Calls = Record<string, Call>
type Held = { path: string; reached(): void; released: Promise<void> }
type Hold = { reached: Promise<void>; release(): void }
type Kept = { request: string; status: number; body: string }

/** Stripe's HTTP interface: forms, JSON, API keys, idempotency keys and errors. */
export class StripeServer {
  /** Every request it answered, in order. */
  readonly requests: string[] = []
  /** The unparsed requests, to validate them against Stripe's specification. */
  readonly raw: { method: string; url: string; body: string }[] = []
  /** Connections are closed without a response. */
  isAway = false
  private held?: Held
  private lost?: Held
  private readonly kept = new Map<string, Kept>()
  private readonly server: Server
  private readonly calls: [RegExp, Call][]
  private readonly key: string

  private constructor(key: string, calls: Calls) {
    this.key = key
    this.calls = Object.entries(calls).map(([name, call]) => [patternOf(name), call])
    this.server = createServer((request, response) => void this.answer(request, response))
  }

  static async start(key: string, calls: Calls): Promise<StripeServer> {
    const started = new StripeServer(key, calls)
    await new Promise<void>(resolve => started.server.listen(0, '127.0.0.1', resolve))
    return started
  }
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }
  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise(resolve => this.server.close(resolve))
  }

  /** Processes the next call of this path and sends the response only when it is released. */
  holdNext(path = ''): Hold {
    const { held, hold } = holding(path)
    this.held = held
    return hold
  }
  /** Drops the next call of this path: the connection is closed without a response when it is released. */
  loseNext(path: string): Hold {
    const { held, hold } = holding(path)
    this.lost = held
    return hold
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isAway) return void request.socket.destroy()
    const { method = '', url = '', headers } = request
    const [path = '', query = ''] = url.split('?')
    const body = await text(request)
    if (await this.isLost(path)) return void request.socket.destroy()
    this.requests.push(`${method} ${path}`)
    this.raw.push({ method, url, body })
    const { status, body: answer } = this.once(`${method} ${path} ${body}`, headers, () => {
      if (headers.authorization !== `Bearer ${this.key}`)
        throw new Refused(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
      return this.call(`${method} ${path}`, readForm(method === 'GET' || method === 'DELETE' ? query : body))
    })
    await this.wait(path)
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' }).end(answer)
  }

  private async isLost(path: string): Promise<boolean> {
    const { lost } = this
    if (!lost || !path.endsWith(lost.path)) return false
    this.lost = undefined
    lost.reached()
    await lost.released
    return true
  }

  private async wait(path: string): Promise<void> {
    const { held } = this
    if (!held || !path.endsWith(held.path)) return
    this.held = undefined
    held.reached()
    await held.released
  }

  /** Repeats the stored response for a known idempotency key; rejects another request with the same key. */
  private once(request: string, headers: IncomingMessage['headers'], work: () => object): Kept {
    const key = headers['idempotency-key']
    const before = typeof key === 'string' ? this.kept.get(key) : undefined
    if (before && before.request !== request)
      return answerOf(request, 400, { error: { type: 'idempotency_error', message: 'Another request had this key.' } })
    const kept = before ?? attempt(request, work)
    if (typeof key === 'string') this.kept.set(key, kept)
    return kept
  }

  private call(name: string, given: Given): object {
    for (const [pattern, call] of this.calls) {
      const match = pattern.exec(name)
      if (match) return call({ id: match[1] ?? '', given })
    }
    throw missing('call', name)
  }
}

function holding(path: string): { held: Held; hold: Hold } {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    held: { path, reached: reached.resolve, released: released.promise },
    hold: { reached: reached.promise, release: released.resolve },
  }
}

const patternOf = (name: string): RegExp => new RegExp(`^${name.replace(':id', '([^/]+)')}$`)
const answerOf = (request: string, status: number, answer: object): Kept => ({
  ...{ request, status },
  body: JSON.stringify(answer),
})

function attempt(request: string, work: () => object): Kept {
  try {
    return answerOf(request, 200, work())
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return answerOf(request, error.status, { error: error.error })
  }
}
