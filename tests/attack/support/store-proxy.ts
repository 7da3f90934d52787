import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of the store's answers to the requests that `applies` chooses. */
export type Fault = {
  applies(asked: IncomingMessage): boolean
  /** short: fewer bytes, and its head says so. cut: the connection ends in the middle. stuck: half of it, then nothing. */
  kind: 'short' | 'cut' | 'stuck' | 'error' | 'nonsense'
}
export type StoreProxy = { endpoint: string; fault?: Fault | undefined; letGo(): void; stop(): void }

/** An S3 server as a bad line or a broken disk makes it look. */
export async function storeProxy(endpoint: string): Promise<StoreProxy> {
  const server = createServer((asked, answer) => {
    const kind = proxy.fault?.applies(asked) ? proxy.fault.kind : undefined
    if (kind === 'error' || kind === 'nonsense') return refuse(asked, answer, kind)
    const { hostname, port } = new URL(endpoint)
    const onward = request({ hostname, port, method: asked.method, path: asked.url, headers: asked.headers }, given =>
      pass(given, answer, kind),
    )
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: StoreProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letGo: () => server.closeAllConnections(),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return proxy
}

function refuse(asked: IncomingMessage, answer: ServerResponse, kind: 'error' | 'nonsense'): void {
  const body = kind === 'error' ? '<Error><Code>InternalError</Code><Message>No.</Message></Error>' : 'nonsense'
  asked.resume().on('end', () => answer.writeHead(kind === 'error' ? 500 : 200).end(body))
}

function pass(given: IncomingMessage, answer: ServerResponse, kind?: 'short' | 'cut' | 'stuck'): void {
  const status = given.statusCode ?? 500
  if (!kind) {
    answer.writeHead(status, given.headers)
    return void given.pipe(answer)
  }
  const length = Number(given.headers['content-length'] ?? 0)
  const half = Math.floor(length / 2)
  answer.writeHead(status, { ...given.headers, 'content-length': String(kind === 'short' ? half : length) })
  let left = half
  given.on('data', (chunk: Buffer) => {
    if (left > 0) answer.write(chunk.subarray(0, left))
    left -= chunk.length
  })
  given.on('end', () => {
    if (kind === 'short') answer.end()
    else if (kind === 'cut') answer.destroy()
  })
}
