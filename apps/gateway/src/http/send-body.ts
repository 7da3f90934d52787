import { errors } from '@daymark/contracts'
import type { ByteRange, ByteStream } from '@daymark/storage'
import type { Request, Response } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { assertMatch, computeEntityTag, isNotModified } from './entity-tags.ts'
import { whenClosed } from './when-closed.ts'

type RequestedRange = ByteRange | 'whole' | 'unsatisfiable'

type Validators = { etag: string; modified?: string }

/**
 * The requested range of a file of `size` bytes (RFC 9110, section 14). A header that is malformed, in another unit, or lists several
 * ranges is ignored, as the RFC allows. If-Range must match this version by a strong tag or by the exact date.
 */
export function parseRequestedRange(
  headers: { range?: string; 'if-range'?: string },
  size: number,
  validators: Validators,
): RequestedRange {
  if (!matchesIfRange(headers['if-range']?.trim(), validators)) return 'whole'
  const { first, last } = /^bytes=(?<first>\d*)-(?<last>\d*)$/i.exec(headers.range?.trim() ?? '')?.groups ?? {}
  if (first) return createRange(Number(first), last ? Number(last) : Infinity, size)
  return last ? createSuffixRange(Number(last), size) : 'whole'
}

const matchesIfRange = (ifRange: string | undefined, { etag, modified }: Validators): boolean =>
  ifRange === undefined || ifRange === modified || (ifRange === etag && !etag.startsWith('W/'))

function createSuffixRange(length: number, size: number): RequestedRange {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(size - length, 0), end: size - 1 }
}
function createRange(start: number, end: number, size: number): RequestedRange {
  if (end < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

type TextResponse = { type: string; source: unknown; pieces: Iterable<string>; headers?: Record<string, string> }

/**
 * Streams a long text, or sends 304 if the client has it. The entity tag is a hash of `source`, the data from which the text is
 * generated.
 */
export async function sendText(
  request: Request,
  response: Response,
  { type, source, pieces, headers }: TextResponse,
): Promise<void> {
  const etag = computeEntityTag(JSON.stringify(source))
  assertMatch(request.headers['if-match'], `W/${etag}`)
  response.set({ ETag: `W/${etag}`, 'Cache-Control': 'private, no-cache', ...headers })
  if (isNotModified(request.headers['if-none-match'], etag)) return void response.status(304).end()
  response.setHeader('Content-Type', `${type}; charset=utf-8`)
  // Node omits the body of a response to HEAD, so the text need not be generated.
  if (request.method === 'HEAD') return void response.end()
  await pipeline(Readable.from(pieces), response)
}

export type ResponseBody = {
  size: number
  /** Entity tag, including the quotes. */
  etag: string
  headers: Record<string, string>
  /** A stream, or bytes in memory. The bytes may belong to a buffer that is reused when the response is closed. */
  open(range: ByteRange | undefined, response: ServerResponse): Promise<ByteStream | Uint8Array>
}

/**
 * Responds to GET and HEAD with ETag and Content-Length, and GET with a range if requested. Preconditions are evaluated in the order of
 * RFC 9110, section 13.2.2. Resolves when everything was sent or the client disconnected.
 */
export async function sendBody(request: IncomingMessage, response: ServerResponse, body: ResponseBody): Promise<void> {
  const headers = { ...body.headers, ETag: body.etag, 'Accept-Ranges': 'bytes' }
  assertMatch(request.headers['if-match'], body.etag)
  if (isNotModified(request.headers['if-none-match'], body.etag)) {
    response.writeHead(304, removeContentHeaders(headers)).end()
    return
  }
  const range = findRequestedRange(request, body)
  if (range === 'unsatisfiable') {
    response.setHeader('Content-Range', `bytes */${body.size}`)
    throw errors.RANGE_NOT_SATISFIABLE()
  }
  const { status, lengthHeaders } =
    range === 'whole' ? describeWholeResponse(body) : describePartialResponse(body, range)
  if (request.method === 'HEAD') {
    response.writeHead(status, { ...headers, ...lengthHeaders }).end()
    return
  }
  // The content is opened before the head is written, so that a missing object can still be answered with 404.
  const content = await body.open(range === 'whole' ? undefined : range, response)
  const length = range === 'whole' ? body.size : range.end - range.start + 1
  if (content instanceof Uint8Array && content.length !== length) throw new WrongLength(length, content.length)
  response.writeHead(status, { ...headers, ...lengthHeaders })
  if (content instanceof Uint8Array) return void response.end(content)
  await sendPieces(response, content, length)
}

/**
 * Sends exactly as many bytes as Content-Length announced, because the client would take the next response of the connection for a part of
 * this one. A piece is read only after the previous one was written. A client that disconnects is not an error.
 */
async function sendPieces(response: ServerResponse, pieces: ByteStream, length: number): Promise<void> {
  let isClosed = false
  let cancelWrite = (): void => {}
  whenClosed(response, () => {
    isClosed = true
    cancelWrite()
  })
  const writePiece = (piece: Uint8Array): Promise<boolean> =>
    new Promise(resolve => {
      // `write` does not call back if the socket closes before the write completes.
      cancelWrite = () => resolve(false)
      if (isClosed || response.destroyed) cancelWrite()
      else response.write(piece, error => resolve(!error))
    })
  let sentBytes = 0
  for await (const piece of pieces) {
    sentBytes += piece.length
    if (sentBytes > length) break
    if (!(await writePiece(piece))) return
  }
  // The head was already sent, so the error filter closes the connection, which shows the client that the body is incomplete.
  if (sentBytes !== length) throw new WrongLength(length, sentBytes)
  response.end()
}

/** The store returned an object of a different length than recorded. */
export class WrongLength extends Error {
  override name = 'WrongLength'
  constructor(expected: number, actual: number) {
    super(`a stored object has ${actual > expected ? 'more than' : actual} of the ${expected} bytes recorded for it`)
  }
}

/** HEAD has no ranges (RFC 9110, section 14.2). */
const findRequestedRange = ({ method, headers }: IncomingMessage, body: ResponseBody) =>
  method === 'HEAD' ? 'whole' : parseRequestedRange(headers as RangeHeaders, body.size, body)

/** A 304 omits headers that describe the content, because the client has them (RFC 9110, section 15.4.5). */
const removeContentHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-(?!security)/i.test(name)))

export type RangeHeaders = { range?: string; 'if-range'?: string }
type ResponseHead = { status: number; lengthHeaders: Record<string, string> }

const describeWholeResponse = ({ size }: ResponseBody): ResponseHead => ({
  status: 200,
  lengthHeaders: { 'Content-Length': String(size) },
})
const describePartialResponse = ({ size }: ResponseBody, { start, end }: ByteRange): ResponseHead => ({
  status: 206,
  lengthHeaders: { 'Content-Length': String(end - start + 1), 'Content-Range': `bytes ${start}-${end}/${size}` },
})
