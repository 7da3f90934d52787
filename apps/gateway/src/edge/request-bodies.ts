import { errors, KB, type Route } from '@daymark/contracts'
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import type { IncomingMessage } from 'node:http'
import { onceClosed } from '../http/when-closed.ts'
import { contractOf } from '../routing/serves.ts'

/** Nothing that a client means to say is nested deeper. */
const MAX_DEPTH = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{` are these two with one bit apart, and so are `]` and `}`. */
const CASE = 0x20
const OPENS = 0x7b
const CLOSES = 0x7d

/** Looks at the bytes of JSON (UTF-8) before they are parsed: deep nesting costs whoever walks through the result far more. */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number
    if (byte === QUOTE) at = endOfText(json, at)
    else if ((byte | CASE) === OPENS && ++depth > MAX_DEPTH) return true
    else if ((byte | CASE) === CLOSES) depth--
  }
  return false
}

/** Where the text that begins here ends: the quote that no backslash belongs to. */
function endOfText(json: Uint8Array, begin: number): number {
  for (let end = json.indexOf(QUOTE, begin + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let backslashes = 0
    while (json[end - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return json.length
}

/** Anybody may send these. */
const ANONYMOUS_LIMIT = 16 * KB
/** The longest title, caption and description with all their tags, each letter of them escaped. */
const SIGNED_IN_LIMIT = 256 * KB
/** Even on a slow line; whoever takes longer only wants to hold the connection. */
const BODY_MS = 30_000

const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Every body has to come in time, also one that nobody reads. */
export function limitBodyTime(request: Request, _: Response, next: NextFunction): void {
  if (hasBody(request)) {
    const late = setTimeout(() => request.complete || request.destroy(), BODY_MS).unref()
    bodyTimers.set(request, late)
    request.once('close', () => clearTimeout(late))
  }
  next()
}

/** Media types that a call can read, by what its contract accepts; none: any. A body in another type is refused (415), never ignored. */
const MEDIA_TYPES: Partial<Record<NonNullable<Route['accepts']>, string[]>> = {
  json: ['application/json', 'application/*+json'],
  form: ['multipart/form-data'],
}

/**
 * Reads bodies after authentication, up to the limit of their route. The body of a call that takes none is read as JSON too: unknown
 * fields are ignored everywhere.
 */
@Injectable()
export class ReadBodies implements NestInterceptor {
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
    if (!isReadable) await this.refuseContent(request, response, contract)
    else if (accepts !== 'form') await read(request, response, this.reader(contract))
    else acceptForm(request)
    return next.handle()
  }

  /** A chunked body may turn out to be empty, and then its type does not matter. */
  private async refuseContent(request: Request, response: Response, contract: Route): Promise<void> {
    const { accepts = 'json' } = contract
    const isLengthKnown = request.headers['content-length'] !== undefined
    if (!isLengthKnown) await read(request, response, this.reader({ ...contract, accepts: 'raw' }))
    if (isLengthKnown || (request.body as Buffer).length > 0)
      throw errors.UNSUPPORTED_MEDIA_TYPE({ accept: (MEDIA_TYPES[accepts] ?? []).join(', ') })
    request.body = undefined
  }

  private reader({ auth, bodyLimit, accepts = 'json' }: Route): RequestHandler {
    const limit = bodyLimit ?? (auth === 'open' || auth === 'share' ? ANONYMOUS_LIMIT : SIGNED_IN_LIMIT)
    const name = `${limit} ${accepts}`
    const known = this.readers.get(name)
    if (known) return known
    const type = () => true
    const isRaw = accepts === 'raw' || accepts === 'ignored'
    const reader = isRaw ? express.raw({ limit, type }) : express.json({ limit, type, verify })
    this.readers.set(name, reader)
    return reader
  }
}

/** The controller streams it as it comes, in its own time. */
function acceptForm(request: Request): void {
  const coding = request.get('content-encoding') ?? 'identity'
  if (coding.toLowerCase() !== 'identity') throw errors.UNSUPPORTED_MEDIA_TYPE({ acceptEncoding: 'identity' })
  clearTimeout(bodyTimers.get(request))
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Before it is parsed. In another encoding than UTF-8 a bracket may look like anything. */
function verify(_request: IncomingMessage, _response: unknown, json: Buffer, encoding: string): void {
  if (!/^utf-?8$/.test(encoding)) throw Object.assign(new Error(encoding), { type: 'charset.unsupported' })
  if (isTooDeep(json)) throw Object.assign(new Error('too deep'), { type: 'entity.too.deep' })
}

function read(request: Request, response: Response, reader: RequestHandler): Promise<void> {
  return new Promise((resolve, reject) => {
    // The parser gets no event of a client that left before it began.
    onceClosed(response, () => reject(errors.INVALID_INPUT({ reason: 'The request body was incomplete.' })))
    void reader(request, response, (error?: unknown) => (error ? reject(error as Error) : resolve()))
  })
}
