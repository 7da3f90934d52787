import type { IncomingHttpHeaders } from 'node:http'
import { errors, type Route } from '@daymark/contracts'
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common'
import { ModuleRef } from '@nestjs/core'
import type { Response } from 'express'
import { finalize, tap } from 'rxjs'
import { entityTag, matchesStrongly, matchesWeakly } from '../helpers/entity-tags.ts'
import { readAsked } from '../routing/read-asked.ts'
import { contractOf, servedBy } from '../routing/serves.ts'
import type { CalledRequest } from '../session/caller.ts'
import { CallerGates } from '../session/caller-gates.ts'
import { allRoutes } from './methods.ts'

type State = { etag: string; modified: string | undefined }
type Handler = (...given: unknown[]) => unknown

const reads = new Map(
  allRoutes.filter(({ method, answer }) => method === 'GET' && typeof answer === 'object').map(one => [one.path, one]),
)
const MAX_WAITING = 64

/**
 * The call that reads what another one changes: at the same path, else at the nearest path above that ends in an id. So
 * `/v1/shares/:id/revoke` changes what `/v1/shares/:id` answers.
 */
export function readOf({ path }: Pick<Route, 'path'>): Route | undefined {
  const own = reads.get(path)
  if (own) return own
  const segments = path.split('/')
  for (let length = segments.length - 1; length > 0; length--)
    if (segments[length - 1]?.startsWith(':')) {
      const above = reads.get(segments.slice(0, length).join('/'))
      if (above) return above
    }
  return undefined
}

/**
 * What RFC 9110 wants of an answer about a resource: `Location` of what was created, the `ETag` after a change, and 412 where the state
 * is not the one that the client names (If-Match, If-None-Match, If-Unmodified-Since).
 *
 * The state is read from the services before the command is sent. Conditional requests to one resource take turns in this process;
 * with several gateways, or against a change without a condition, another change may come between the two.
 */
@Injectable()
export class Resources implements NestInterceptor {
  private readonly turns = new CallerGates(1, { perCaller: MAX_WAITING })
  private readonly modules: ModuleRef
  constructor(modules: ModuleRef) {
    this.modules = modules
  }

  async intercept(context: ExecutionContext, next: CallHandler<unknown>) {
    const contract = contractOf(context.getHandler())
    if (!contract || typeof contract.answer !== 'object') return next.handle()
    const request = context.switchToHttp().getRequest<CalledRequest>()
    const response = context.switchToHttp().getResponse<Response>()
    const done = isConditional(request.headers, contract) ? await this.check(contract, request) : () => undefined
    return next.handle().pipe(
      tap(answer => describe({ contract, request, response, answer })),
      finalize(done),
    )
  }

  private async check(contract: Route, request: CalledRequest): Promise<() => void> {
    const done = await this.turns.enter(`${request.caller?.actor.userId ?? ''} ${request.path}`)
    try {
      const read = readOf(contract)
      assertUnchanged(request.headers, read && (await this.stateOf(read, request)))
      return done
    } catch (error) {
      done()
      throw error
    }
  }

  /** As its GET would be answered. */
  private async stateOf(read: Route, request: CalledRequest): Promise<State> {
    const serving = servedBy(read)
    if (!serving) throw errors.NOT_FOUND()
    const controller = this.modules.get<Record<string, Handler>>(serving.controller, { strict: false })
    const given = { params: request.params, query: {}, body: undefined } as CalledRequest
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = request.headers
    const reading = Object.create(request, { headers: { value: headers } }) as CalledRequest
    const unsent = new UnsentAnswer()
    const answer = await controller[serving.method]?.(readAsked(read, given), request.caller, reading, unsent)
    const json = unsent.content ?? JSON.stringify(answer)
    return { etag: entityTag(json), modified: modifiedAt(JSON.parse(String(json))) }
  }
}

/** Stands for the response where a controller writes its answer itself. Without Accept-Encoding the content is plain. */
class UnsentAnswer {
  content?: Buffer
  setHeader(): this {
    return this
  }
  status(): this {
    return this
  }
  end(content?: Buffer): void {
    if (content) this.content = content
  }
}

/** Of what the resource tells about itself; an older one that only knows when it was created cannot be older than that. */
function modifiedAt(answer: unknown): string | undefined {
  const { updated_at: updated, created_at: created } = (answer ?? {}) as Record<string, unknown>
  const time = updated ?? created
  return typeof time === 'string' ? time : undefined
}

/** GET answers If-None-Match with 304 elsewhere. */
const isConditional = (headers: IncomingHttpHeaders, { method }: Route): boolean =>
  headers['if-match'] !== undefined ||
  (method !== 'GET' && (headers['if-none-match'] ?? headers['if-unmodified-since']) !== undefined)

/** In the order of RFC 9110 13.2.2. Undefined: the resource has no state of its own to compare, but it may be there. */
function assertUnchanged(headers: IncomingHttpHeaders, state: State | undefined): void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-unmodified-since': since } = headers
  const { etag = 'W/""', modified } = state ?? {}
  const isFailed = ifMatch === undefined ? isModifiedSince(modified, since) : !matchesStrongly(ifMatch, etag)
  const isKnown = state !== undefined && ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag)
  if (isFailed || isKnown) throw errors.PRECONDITION_FAILED()
}

/** HTTP dates have whole seconds. What is no date is ignored. */
function isModifiedSince(modified: string | undefined, since: string | undefined): boolean {
  const [at, limit] = [Date.parse(modified ?? ''), Date.parse(since ?? '')]
  return !Number.isNaN(at) && !Number.isNaN(limit) && Math.floor(at / 1000) * 1000 > limit
}

type Described = { contract: Route; request: CalledRequest; response: Response; answer: unknown }
function describe({ contract, request, response, answer }: Described): void {
  const { location, method } = contract
  if (location) {
    const { params, body } = readAsked(contract, request)
    const created = { answer, params, body } as Parameters<typeof location>[0]
    response.setHeader('Location', encodeURI(location(created)))
  }
  // the answer is what a GET would be answered, so Express gives it the same tag
  response.locals['isResource'] = method === 'PATCH' && reads.get(contract.path)?.answer === contract.answer
}
