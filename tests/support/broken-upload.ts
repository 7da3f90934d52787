import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'

const BOUNDARY = 'daymark-test'
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="large.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

/** Promises a whole file and sends only so much of it; the connection stays open and silent. */
export async function startPartialUpload(
  user: Visitor,
  bytes: Buffer,
  { until, headers, path = '/api/images' }: { until: number; headers: Record<string, string>; path?: string },
): Promise<Socket> {
  const { hostname, port } = new URL(user.url)
  const cookie = user
    .jar()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
  const lines = {
    Host: hostname,
    Cookie: cookie,
    ...user.headers,
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': HEAD.length + bytes.length + TAIL.length,
    ...headers,
  }
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // Whoever ends it first, the other side learns it by an error.
  socket.on('error', () => undefined)
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${text.join('')}\r\n${HEAD}`)
  await new Promise<void>(written => socket.write(bytes.subarray(0, until), () => written()))
  return socket
}

/** The same, and then the client is gone; the server still receives what was sent. */
export async function interruptUpload(...args: Parameters<typeof startPartialUpload>): Promise<void> {
  const socket = await startPartialUpload(...args)
  socket.destroy()
  await once(socket, 'close')
}

export const resumable = (key: string) => ({ 'Idempotency-Key': key, 'Upload-Resumable': '?1' })
export const progressOf = async (user: Visitor, key: string): Promise<http.UploadProgress> =>
  (await user.get<http.UploadProgress>(`/api/uploads/${key}`)).body

/** The rest of the file from an offset on, as one whole request. */
export const continueUpload = (user: Visitor, key: string, { bytes, offset }: { bytes: Buffer; offset: number }) =>
  user.upload<http.Image & http.ErrorAnswer & { offset?: number }>(
    '/api/images',
    { name: 'large.jpg', bytes: bytes.subarray(offset), type: 'image/jpeg' },
    { headers: { ...resumable(key), 'upload-offset': String(offset) } },
  )
