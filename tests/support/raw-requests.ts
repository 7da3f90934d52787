import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

type Call = { method?: string; body?: BodyInit; headers?: Record<string, string> }
type RawAnswer = { status: number; headers: Headers; bytes: Buffer; code: string | undefined }

/** Sends any body and headers; `Visitor` cannot. `code` is the error code of the answer. */
export async function rawCall(
  who: Visitor,
  path: string,
  { method = 'GET', body, headers }: Call = {},
): Promise<RawAnswer> {
  const cookie = who.cookieHeader()
  const own = { ...(cookie && { cookie }), ...who.headers, ...headers }
  const answer = await fetch(new URL(path, who.url), { method, body, headers: own, redirect: 'manual' })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  const code = isJson && bytes.length > 0 ? (JSON.parse(bytes.toString()) as { code?: string }).code : undefined
  return { status: answer.status, headers: answer.headers, bytes, code }
}

export const etagOf = ({ headers }: { headers: Headers }): string => headers.get('etag') ?? ''

const BOUNDARY = 'daymark-test'
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="large.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

/** Announces a whole file and sends its first `until` bytes. The connection stays open. */
export async function startPartialUpload(
  user: Visitor,
  bytes: Buffer,
  { until, headers, path = '/api/images' }: { until: number; headers: Record<string, string>; path?: string },
): Promise<Socket> {
  const { hostname, port } = new URL(user.url)
  const cookie = user.cookieHeader()
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
  // Either side may close the connection first, which the other side sees as an error.
  socket.on('error', () => undefined)
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${text.join('')}\r\n${HEAD}`)
  await new Promise<void>(written => socket.write(bytes.subarray(0, until), () => written()))
  return socket
}

/** Starts a partial upload and closes the connection. The server receives everything sent before. */
export async function interruptUpload(...args: Parameters<typeof startPartialUpload>): Promise<void> {
  const socket = await startPartialUpload(...args)
  socket.destroy()
  await once(socket, 'close')
}

export const resumable = (key: string) => ({ 'Idempotency-Key': key, 'Upload-Resumable': '?1' })
export const progressOf = async (user: Visitor, key: string): Promise<http.UploadProgress> =>
  (await user.get<http.UploadProgress>(`/api/uploads/${key}`)).body

/** Uploads the rest of the file from an offset. */
export const continueUpload = (user: Visitor, key: string, { bytes, offset }: { bytes: Buffer; offset: number }) =>
  user.upload<http.Image & http.ErrorAnswer & { offset?: number }>(
    '/api/images',
    { name: 'large.jpg', bytes: bytes.subarray(offset), type: 'image/jpeg' },
    { headers: { ...resumable(key), 'upload-offset': String(offset) } },
  )
