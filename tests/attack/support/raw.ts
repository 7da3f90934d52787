import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Visitor } from '@daymark/testing/outside'

/** The Cookie header of somebody who is signed in. */
export const cookieOf = (visitor: Visitor): string =>
  visitor
    .jar()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

type From = { localAddress?: string }

/** A connection of its own, on which anything can be said. What the other side does to it is no fault of the test. */
export async function open(url: string, { localAddress }: From = {}): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** The lines of a request, as they go over the wire. */
export function head(method: string, path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: 'daymark.test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** It is over, by a goodbye or a reset: who refuses us does not read what we said, and its system may answer that with a reset. */
export const closed = (socket: Socket): Promise<void> =>
  socket.closed ? Promise.resolve() : new Promise(over => socket.once('close', () => over()))

/** Everything that arrives until the other side closes. */
export async function untilClosed(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await closed(socket)
  return Buffer.concat(chunks).toString('latin1')
}

/** Status and head of the first answer on this connection; 0 where it was closed without one. */
export async function firstStatus(socket: Socket): Promise<number> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  while (!/^HTTP\/1\.1 \d{3}/.test(text) && !socket.closed)
    await Promise.race([new Promise(came => socket.once('data', came)), closed(socket)])
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
}

/** One whole request on a connection of its own: the path goes over the wire exactly as it is written. */
export async function send(
  url: string,
  request: string,
  from?: From,
): Promise<{ status: number; headers: string; body: string }> {
  const socket = await open(url, from)
  socket.write(request)
  const [headers = '', body = ''] = (await untilClosed(socket)).split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1] ?? 0), headers, body }
}
