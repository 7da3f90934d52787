import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

type From = { localAddress?: string }

/** A raw connection. Socket errors are ignored. */
export async function open(url: string, { localAddress }: From = {}): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** The head of an HTTP request. */
export function head(method: string, path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: 'daymark.test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Resolves when the connection is closed or reset. A server that does not read all bytes may reset it. */
export const closed = (socket: Socket): Promise<void> =>
  socket.closed ? Promise.resolve() : new Promise(over => socket.once('close', () => over()))

/** All bytes until the other side closes the connection. */
export async function untilClosed(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await closed(socket)
  return Buffer.concat(chunks).toString('latin1')
}

/** Status of the first response on this connection, or 0 if it was closed without one. */
export async function firstStatus(socket: Socket): Promise<number> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  while (!/^HTTP\/1\.1 \d{3}/.test(text) && !socket.closed)
    await Promise.race([new Promise(came => socket.once('data', came)), closed(socket)])
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
}

/** Sends one request on its own connection, with the path exactly as given. */
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
