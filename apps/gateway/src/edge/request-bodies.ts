import { errors, KB, type Route } from '@daymark/contracts'
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import type { IncomingMessage } from 'node:http'
import { whenClosed } from '../http/when-closed.ts'
import { contractOf } from '../routing/serves.ts'

/** Maximum nesting of a JSON body. No valid request is nested deeper. */
const MAX_JSON_DEPTH = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{` differ in this bit only, and so do `]` and `}`. */
const BRACKET_KIND_BIT = 0x20
const OPENING_BRACKET = 0x7b
const CLOSING_BRACKET = 0x7d

/**
 * Whether JSON (UTF-8 bytes) is nested deeper than allowed. This is checked before the JSON is parsed, because recursive code is slow on
 * deeply nested values.
 */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0
  for (let position = 0; position < json.length; position++) {
    const byte = json[position] as number
    if (byte === QUOTE) position = findEndOfString(json, position)
    else if ((byte | BRACKET_KIND_BIT) === OPENING_BRACKET && ++depth > MAX_JSON_DEPTH) return true
    else if ((byte | BRACKET_KIND_BIT) === CLOSING_BRACKET) depth--
  }
  return false
}

/** Position of the unescaped quote that ends the string that starts at `start`. */
function findEndOfString(json: Uint8Array, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let backslashes = 0
    while (json[end - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return json.length
}

/** Maximum body of a route that needs no session, in bytes. */
const ANONYMOUS_BODY_BYTES = 16 * KB
/** Maximum body of other routes, in bytes. It fits the longest title, caption and description with all tags, each character escaped. */
const SIGNED_IN_BODY_BYTES = 256 * KB
/** Time in which a body must arrive. It is enough even over a slow connection. */
const BODY_TIMEOUT_MS = 30_000

const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Closes the connection if the body does not arrive in time, even if no controller reads it. */
export function limitBodyTime(request: Request, _: Response, next: NextFunction): void {
  if (hasBody(request)) {
    const timer = setTimeout(() => request.complete || request.destroy(), BODY_TIMEOUT_MS).unref()
    bodyTimers.set(request, timer)
    request.once('close', () => clearTimeout(timer))
  }
  next()
}

/**
 * Media types that a route allows, by its `accepts`; without an entry, all types. A body of another type is rejected (415), never ignored.
 */
const MEDIA_TYPES: Partial<Record<NonNullable<Route['accepts']>, string[]>> = {
  json: ['application/json', 'application/*+json'],
  form: ['multipart/form-data'],
}

/**
 * Reads the body after authentication, up to the limit of the route. A route without a body also reads it as JSON, because unknown fields
 * are ignored everywhere.
 */
@Injectable()
export class RequestBodyInterceptor implements NestInterceptor {
  private readonly readers = new Map<string, RequestHandler>()

  async intercept(context: ExecutionContext, next: CallHandler) {
    const [request, response] = [
      context.switchToHttp().getRequest<Request>(),
      context.switchToHttp().getResponse<Response>(),
    ]
    const contract = contractOf(context.getHandler())
    if (!contract || !hasBody(request)) return next.handle()
    const { accepts = 'json' } = contract
    const isReadable = MEDIA_TYPES[accepts] === undefined || Boolean(request.is(MEDIA_TYPES[accepts]))
    if (!isReadable) await this.rejectContent(request, response, contract)
    else if (accepts !== 'form') await readBody(request, response, this.getReader(contract))
    else acceptForm(request)
    return next.handle()
  }

  /** Throws UNSUPPORTED_MEDIA_TYPE unless the body is empty. Whether a chunked body is empty is known only after reading it. */
  private async rejectContent(request: Request, response: Response, contract: Route): Promise<void> {
    const { accepts = 'json' } = contract
    const isLengthKnown = request.headers['content-length'] !== undefined
    if (!isLengthKnown) await readBody(request, response, this.getReader({ ...contract, accepts: 'raw' }))
    if (isLengthKnown || (request.body as Buffer).length > 0)
      throw errors.UNSUPPORTED_MEDIA_TYPE({ accept: (MEDIA_TYPES[accepts] ?? []).join(', ') })
    request.body = undefined
  }

  private getReader({ auth, bodyLimit, accepts = 'json' }: Route): RequestHandler {
    const limit = bodyLimit ?? (auth === 'open' || auth === 'share' ? ANONYMOUS_BODY_BYTES : SIGNED_IN_BODY_BYTES)
    const readerKey = `${limit} ${accepts}`
    const cachedReader = this.readers.get(readerKey)
    if (cachedReader) return cachedReader
    const type = () => true
    const isRaw = accepts === 'raw' || accepts === 'ignored'
    const reader = isRaw ? express.raw({ limit, type }) : express.json({ limit, type, verify: verifyJson })
    this.readers.set(readerKey, reader)
    return reader
  }
}

/** Leaves reading a form to the controller, which streams the file and applies its own time limit. */
function acceptForm(request: Request): void {
  const coding = request.get('content-encoding') ?? 'identity'
  if (coding.toLowerCase() !== 'identity') throw errors.UNSUPPORTED_MEDIA_TYPE({ acceptEncoding: 'identity' })
  clearTimeout(bodyTimers.get(request))
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Runs before the JSON is parsed. Only UTF-8 is accepted because `isTooDeep` looks for the bytes of brackets. */
function verifyJson(_request: IncomingMessage, _response: unknown, json: Buffer, encoding: string): void {
  if (!/^utf-?8$/.test(encoding)) throw Object.assign(new Error(encoding), { type: 'charset.unsupported' })
  if (isTooDeep(json)) throw Object.assign(new Error('too deep'), { type: 'entity.too.deep' })
}

function readBody(request: Request, response: Response, reader: RequestHandler): Promise<void> {
  return new Promise((resolve, reject) => {
    // The parser receives no event if the client disconnected before the parser started.
    whenClosed(response, () =>
      reject(errors.INVALID_INPUT({ reason: 'The request body is incomplete. Send it again.' })),
    )
    void reader(request, response, (error?: unknown) => (error ? reject(error as Error) : resolve()))
  })
}
