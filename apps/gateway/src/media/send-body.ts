import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors } from '@daymark/contracts'
import type { ByteRange, Pieces } from '@daymark/storage'
import { isNotModified, requestedRange } from '../http/byte-range.ts'

export type Body = {
  size: number
  /** Quoted. */
  etag: string
  headers: Record<string, string>
  /** Bytes that are at hand need no stream. */
  open(range?: ByteRange): Promise<Pieces | Uint8Array>
}

/** Answers GET and HEAD with ETag, Range and Content-Length. Resolves when all is sent or the client has gone. */
export async function sendBody(request: IncomingMessage, response: ServerResponse, body: Body): Promise<void> {
  const headers = { ...body.headers, ETag: body.etag, 'Accept-Ranges': 'bytes' }
  if (isNotModified(request.headers['if-none-match'], body.etag)) {
    response.writeHead(304, headers).end()
    return
  }
  const range = requestedRange(request.headers as RangeHeaders, body.size, body.etag)
  if (range === 'unsatisfiable') {
    response.setHeader('Content-Range', `bytes */${body.size}`)
    throw errors.RANGE_NOT_SATISFIABLE()
  }
  const { status, extra } = range === 'whole' ? whole(body) : part(body, range)
  if (request.method === 'HEAD') {
    response.writeHead(status, { ...headers, ...extra }).end()
    return
  }
  // Opened before the head is written: an object that is missing is still a 404.
  const content = await body.open(range === 'whole' ? undefined : range)
  response.writeHead(status, { ...headers, ...extra })
  if (content instanceof Uint8Array) return void response.end(content)
  await sendPieces(response, content)
}

/** Each piece is with the system before the next is asked for. A client that left is none of our faults. */
async function sendPieces(response: ServerResponse, pieces: Pieces): Promise<void> {
  let abandon = (): void => {}
  response.once('close', () => abandon())
  const isSent = (piece: Uint8Array): Promise<boolean> =>
    new Promise(resolve => {
      // A socket that closes right now forgets whom to tell.
      abandon = () => resolve(false)
      if (response.destroyed) abandon()
      else response.write(piece, error => resolve(!error))
    })
  try {
    for await (const piece of pieces) if (!(await isSent(piece))) return
    response.end()
  } catch (error) {
    // The head is sent; only a broken connection can still tell the client.
    response.destroy()
    throw error
  }
}

type RangeHeaders = { range?: string; 'if-range'?: string }
type Answer = { status: number; extra: Record<string, string> }

const whole = ({ size }: Body): Answer => ({ status: 200, extra: { 'Content-Length': String(size) } })
const part = ({ size }: Body, { start, end }: ByteRange): Answer => ({
  status: 206,
  extra: { 'Content-Length': String(end - start + 1), 'Content-Range': `bytes ${start}-${end}/${size}` },
})
