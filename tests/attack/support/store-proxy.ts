import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Changes responses of the store to the requests that `applies` selects. */
export type Fault = {
  applies(request: IncomingMessage): boolean
  /** short: half the bytes, with matching Content-Length. cut: connection closed half-way. stuck: half the bytes, then nothing. */
  kind: 'short' | 'cut' | 'stuck' | 'error' | 'nonsense'
}
export type StoreProxy = { endpoint: string; fault?: Fault | undefined; disconnect(): void; stop(): void }

/** A proxy in front of an S3 server that simulates network and disk faults. */
export async function storeProxy(endpoint: string): Promise<StoreProxy> {
  const server = createServer((incoming, answer) => {
    const kind = proxy.fault?.applies(incoming) ? proxy.fault.kind : undefined
    if (kind === 'error' || kind === 'nonsense') return sendError(incoming, answer, kind)
    const { hostname, port } = new URL(endpoint)
    const { method, url: path, headers } = incoming
    const upstream = request({ hostname, port, method, path, headers }, response => forward(response, answer, kind))
    upstream.on('error', () => answer.destroy())
    answer.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: StoreProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disconnect: () => server.closeAllConnections(),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return proxy
}

function sendError(incoming: IncomingMessage, answer: ServerResponse, kind: 'error' | 'nonsense'): void {
  const body = kind === 'error' ? '<Error><Code>InternalError</Code><Message>No.</Message></Error>' : 'nonsense'
  incoming.resume().on('end', () => answer.writeHead(kind === 'error' ? 500 : 200).end(body))
}

function forward(response: IncomingMessage, answer: ServerResponse, kind?: 'short' | 'cut' | 'stuck'): void {
  const status = response.statusCode ?? 500
  if (!kind) {
    answer.writeHead(status, response.headers)
    return void response.pipe(answer)
  }
  const length = Number(response.headers['content-length'] ?? 0)
  const half = Math.floor(length / 2)
  answer.writeHead(status, { ...response.headers, 'content-length': String(kind === 'short' ? half : length) })
  let left = half
  response.on('data', (chunk: Buffer) => {
    if (left > 0) answer.write(chunk.subarray(0, left))
    left -= chunk.length
  })
  response.on('end', () => {
    if (kind === 'short') answer.end()
    else if (kind === 'cut') answer.destroy()
  })
}
