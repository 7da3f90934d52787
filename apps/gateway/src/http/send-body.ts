import { errors } from '@daymark/contracts'
import type { ByteRange, Pieces } from '@daymark/storage'
import type { Request, Response } from 'express'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { requestedRange } from './byte-range.ts'
import { assertMatch, isNotModified } from './entity-tags.ts'
import { onceClosed } from './when-closed.ts'

type Text = { type: string; of: unknown; pieces: Iterable<string>; headers?: Record<string, string> }

/** A long text, a piece at a time as the client takes it; nothing to whom has it already. `of`: what it is made of. */
export async function sendText(
  request: Request,
  response: Response,
  { type, of, pieces, headers }: Text,
): Promise<void> {
  const etag = `"${createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 32)}"`
  assertMatch(request.headers['if-match'], `W/${etag}`)
  response.set({ ETag: `W/${etag}`, 'Cache-Control': 'private, no-cache', ...headers })
  if (isNotModified(request.headers['if-none-match'], etag)) return void response.status(304).end()
  response.setHeader('Content-Type', `${type}; charset=utf-8`)
  if (request.method === 'HEAD') return void response.end()
  await pipeline(Readable.from(pieces), response)
}

export type Body = {
  size: number
  /** Quoted. */
  etag: string
  headers: Record<string, string>
  /** Bytes that are at hand need no stream. They may be lent until the response is closed. */
  open(range: ByteRange | undefined, response: ServerResponse): Promise<Pieces | Uint8Array>
}

/**
 * Answers GET and HEAD with ETag, Content-Length and, to GET, a range; the conditions of a request count in the order of RFC 9110
 * 13.2.2. Resolves when all is sent or the client has gone.
 */
export async function sendBody(request: IncomingMessage, response: ServerResponse, body: Body): Promise<void> {
  const headers = { ...body.headers, ETag: body.etag, 'Accept-Ranges': 'bytes' }
  assertMatch(request.headers['if-match'], body.etag)
  if (isNotModified(request.headers['if-none-match'], body.etag)) {
    response.writeHead(304, withoutContent(headers)).end()
    return
  }
  const range = rangeOf(request, body)
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
  const content = await body.open(range === 'whole' ? undefined : range, response)
  const length = range === 'whole' ? body.size : range.end - range.start + 1
  if (content instanceof Uint8Array && content.length !== length) throw new WrongLength(length, content.length)
  response.writeHead(status, { ...headers, ...extra })
  if (content instanceof Uint8Array) return void response.end(content)
  await sendPieces(response, content, length)
}

/**
 * Each piece is with the system before the next is asked for. Not a byte more or less than the head says, as the next answer of
 * this connection would be read as the rest of this one. A client that left is none of our faults.
 */
async function sendPieces(response: ServerResponse, pieces: Pieces, length: number): Promise<void> {
  let isOver = false
  let abandon = (): void => {}
  onceClosed(response, () => {
    isOver = true
    abandon()
  })
  const isSent = (piece: Uint8Array): Promise<boolean> =>
    new Promise(resolve => {
      // A socket that closes right now calls nobody back.
      abandon = () => resolve(false)
      if (isOver || response.destroyed) abandon()
      else response.write(piece, error => resolve(!error))
    })
  let sent = 0
  for await (const piece of pieces) {
    sent += piece.length
    if (sent > length) break
    if (!(await isSent(piece))) return
  }
  // The head is sent; only a broken connection, which the filter of errors makes, can still show that to the client.
  if (sent !== length) throw new WrongLength(length, sent)
  response.end()
}

/** The store holds something else than what was put there: too short, too long, or another thing. */
export class WrongLength extends Error {
  override name = 'WrongLength'
  constructor(expected: number, actual: number) {
    super(`a stored object gave ${actual > expected ? 'more than' : actual} of the ${expected} bytes it is known with`)
  }
}

/** HEAD has no ranges (RFC 9110 14.2). */
const rangeOf = ({ method, headers }: IncomingMessage, body: Body) =>
  method === 'HEAD' ? 'whole' : requestedRange(headers as RangeHeaders, body.size, body)

/** A 304 is about the file that the client has: what describes the content stands there (RFC 9110 15.4.5). */
const withoutContent = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-(?!security)/i.test(name)))

type RangeHeaders = { range?: string; 'if-range'?: string }
type Answer = { status: number; extra: Record<string, string> }

const whole = ({ size }: Body): Answer => ({ status: 200, extra: { 'Content-Length': String(size) } })
const part = ({ size }: Body, { start, end }: ByteRange): Answer => ({
  status: 206,
  extra: { 'Content-Length': String(end - start + 1), 'Content-Range': `bytes ${start}-${end}/${size}` },
})
