import type { IncomingMessage } from 'node:http'
import { errors, KB, type Route } from '@daymark/contracts'
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { contractOf } from '../routing/serves.ts'
import { isTooDeep } from '../helpers/json-depth.ts'
import { onceClosed } from '../helpers/once-closed.ts'

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

/** Reads bodies, JSON unless their route says otherwise, once it is known who sends them, and never more than it needs. */
@Injectable()
export class ReadBodies implements NestInterceptor {
  private readonly readers = new Map<string, RequestHandler>()

  async intercept(context: ExecutionContext, next: CallHandler) {
    const [request, response] = [
      context.switchToHttp().getRequest<Request>(),
      context.switchToHttp().getResponse<Response>(),
    ]
    if (!hasBody(request)) return next.handle()
    const contract = contractOf(context.getHandler())
    // the controller streams it, in its own time
    if (contract?.accepts === 'form') clearTimeout(bodyTimers.get(request))
    else if (contract) await read(request, response, this.reader(contract))
    return next.handle()
  }

  private reader({ auth, bodyLimit, accepts }: Route): RequestHandler {
    const limit = bodyLimit ?? (auth === 'open' || auth === 'share' ? ANONYMOUS_LIMIT : SIGNED_IN_LIMIT)
    const name = `${limit} ${accepts}`
    const known = this.readers.get(name)
    if (known) return known
    const type = accepts === 'anything' || accepts === 'raw' ? () => true : 'application/json'
    const reader = accepts === 'raw' ? express.raw({ limit, type }) : express.json({ limit, type, verify })
    this.readers.set(name, reader)
    return reader
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Before it is parsed. In another encoding than UTF-8 a bracket may look like anything. */
function verify(_request: IncomingMessage, _response: unknown, json: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw Object.assign(new Error(encoding), { type: 'charset.unsupported' })
  if (isTooDeep(json)) throw Object.assign(new Error('too deep'), { type: 'entity.too.deep' })
}

function read(request: Request, response: Response, reader: RequestHandler): Promise<void> {
  return new Promise((resolve, reject) => {
    // The parser gets no event of a client that left before it began.
    onceClosed(response, () => reject(errors.INVALID_INPUT({ reason: 'The body broke off.' })))
    void reader(request, response, (error?: unknown) => (error ? reject(error as Error) : resolve()))
  })
}
