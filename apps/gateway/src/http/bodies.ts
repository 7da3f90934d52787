import type { IncomingMessage } from 'node:http'
import { errors, KB } from '@daymark/contracts'
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { OPEN } from '../session/session.guard.ts'
import { isTooDeep } from './json-depth.ts'
import { onceClosed } from './once-closed.ts'

/** Anybody may send these. */
const OF_STRANGERS = 16 * KB
/** The longest title, caption and description with all their tags, each letter of them escaped. */
const ORDINARY = 256 * KB
/** Even on a slow line; whoever takes longer only wants to hold the connection. */
const BODY_MS = 30_000

type Reading = { limit?: number; anyContentType?: boolean; isStreamed?: boolean }
const READING = 'daymark:body'

/** What a route reads where that is not JSON of an ordinary length. `isStreamed`: the handler reads it, in its own time. */
export const Reads = (reading: Reading) => SetMetadata(READING, reading)

const patience = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Every body has to come in time, also one that nobody reads. */
export function limitBodyTime(request: Request, _: Response, next: NextFunction): void {
  if (hasBody(request)) {
    const late = setTimeout(() => request.complete || request.destroy(), BODY_MS).unref()
    patience.set(request, late)
    request.once('close', () => clearTimeout(late))
  }
  next()
}

/** Reads JSON bodies once it is known who sends them, and never more than their route needs. */
@Injectable()
export class ReadBodies implements NestInterceptor {
  private readonly readers = new Map<string, RequestHandler>()
  private readonly reflector: Reflector

  constructor(reflector: Reflector) {
    this.reflector = reflector
  }

  async intercept(context: ExecutionContext, next: CallHandler) {
    const [request, response] = [
      context.switchToHttp().getRequest<Request>(),
      context.switchToHttp().getResponse<Response>(),
    ]
    if (!hasBody(request)) return next.handle()
    const has = <T>(mark: string) =>
      this.reflector.getAllAndOverride<T | undefined>(mark, [context.getHandler(), context.getClass()])
    const reading = has<Reading>(READING) ?? {}
    if (reading.isStreamed) clearTimeout(patience.get(request))
    else await read(request, response, this.reader({ limit: has(OPEN) ? OF_STRANGERS : ORDINARY, ...reading }))
    return next.handle()
  }

  private reader({ limit, anyContentType = false }: Reading): RequestHandler {
    const name = `${limit} ${anyContentType}`
    const known = this.readers.get(name)
    if (known) return known
    const type = anyContentType ? () => true : 'application/json'
    const reader = express.json({ limit, type, verify: judge })
    this.readers.set(name, reader)
    return reader
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Before it is parsed. In another encoding than UTF-8 a bracket may look like anything. */
function judge(_request: IncomingMessage, _response: unknown, json: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw Object.assign(new Error(encoding), { type: 'charset.unsupported' })
  if (isTooDeep(json)) throw Object.assign(new Error('too deep'), { type: 'entity.too.deep' })
}

function read(request: Request, response: Response, reader: RequestHandler): Promise<void> {
  return new Promise((resolve, reject) => {
    // Nobody tells the parser of a client that left before it began.
    onceClosed(response, () => reject(errors.INVALID_INPUT({ reason: 'The body broke off.' })))
    void reader(request, response, (error?: unknown) => (error ? reject(error as Error) : resolve()))
  })
}
