import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * The JSON that arrives at the server under a path, in its order. The browser tells nobody of what a page sends while it is
 * being left, but the server runs in this process and Node tells of its requests.
 */
export function arrivals<T>(path: string) {
  const bodies: T[] = []
  const onRequest = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    if (request.url !== path) return
    const chunks: Buffer[] = []
    const emit = request.emit.bind(request)
    request.emit = (name: string | symbol, ...values: unknown[]) => {
      if (name === 'data') chunks.push(values[0] as Buffer)
      if (name === 'end') bodies.push(JSON.parse(Buffer.concat(chunks).toString()) as T)
      return emit(name, ...values)
    }
  }
  subscribe('http.server.request.start', onRequest)
  return { bodies, stop: () => unsubscribe('http.server.request.start', onRequest) }
}
