import { type IncomingHttpHeaders, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { AppError, errors, type Precondition, resourceVersions, type Route } from '@daymark/contracts'
import { context, RpcClient } from '@daymark/platform'
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common'
import { ModuleRef } from '@nestjs/core'
import type { Response } from 'express'
import { from, lastValueFrom, map, mergeMap, type Observable } from 'rxjs'
import { assertMatch, entityTag, matchesStrongly, matchesWeakly } from '../http/entity-tags.ts'
import { contractOf, readAsked, servedBy } from './serves.ts'
import type { CalledRequest } from '../session/caller.ts'
import { allRoutes } from './route-table.ts'

type State = { etag: string; modified: string | undefined; content?: unknown }
type Handler = (...given: unknown[]) => unknown

const reads = new Map(
  allRoutes.filter(({ method, answer }) => method === 'GET' && typeof answer === 'object').map(one => [one.path, one]),
)

/**
 * The call that reads what another one changes: at the same path, else at the nearest path above that ends in an id. So
 * `/v1/shares/:id/revoke` changes what `/v1/shares/:id` answers. Calls of visitors read at the same path only: reading a gallery counts
 * as a visit.
 */
export function readOf({ path, auth }: Pick<Route, 'path' | 'auth'>): Route | undefined {
  const own = reads.get(path)
  if (own || auth === 'share' || auth === 'open') return own
  const segments = path.split('/')
  for (let length = segments.length - 1; length > 0; length--)
    if (segments[length - 1]?.startsWith(':')) {
      const above = reads.get(segments.slice(0, length).join('/'))
      if (above) return above
    }
  return undefined
}

/** Rows of one kind, in the service that owns them. */
type Owned = { service: keyof typeof resourceVersions; resource: string }
const library: Owned = { service: 'library', resource: 'library' }
const sharing = (resource: string): Owned => ({ service: 'sharing', resource })
const identity = (resource: string): Owned => ({ service: 'identity', resource })

/** The row that stands for the state of everything at and below a path. The first that fits counts. */
const OWNERS: [path: string, Owned][] = [
  ...['/api/albums', '/v1/albums', '/api/images', '/v1/images', '/api/tags'].map((path): [string, Owned] => [
    path,
    library,
  ]),
  ...['/api/shares/:id', '/v1/shares/:id'].map((path): [string, Owned] => [path, sharing('link')]),
  ...['/api/upload-links/:id', '/v1/upload-links/:id'].map((path): [string, Owned] => [path, sharing('upload-link')]),
  ['/api/presets/:id', sharing('preset')],
  ...['/api/settings/studio-page', '/v1/studio-page'].map((path): [string, Owned] => [path, sharing('studio-page')]),
  ['/api/settings/studio', sharing('brand')],
  ['/api/settings/domain', sharing('domain')],
  ['/api/settings/profile', identity('profile')],
  ['/api/settings/mail', identity('profile')],
  ['/api/settings/passkeys/:id', identity('passkey')],
  ['/api/admin/users/:id/plan', { service: 'billing', resource: 'plan' }],
  ['/api/admin/users/:id', identity('account')],
  ['/api/settings/watermark', { service: 'media', resource: 'watermark' }],
  ['/v1/webhooks/:id', { service: 'developer', resource: 'webhook' }],
  ['/v1/tokens/:id', { service: 'developer', resource: 'token' }],
]

/** Undefined: no service compares the state of this resource in the transaction of a change. */
export const ownerOf = ({ path }: Pick<Route, 'path'>): Owned | undefined =>
  OWNERS.find(([above]) => path === above || path.startsWith(`${above}/`))?.[1]

/** Something else of the same row may change again and again, such as another album of a library. */
const MAX_TRIES = 5

/**
 * What RFC 9110 wants of an answer about a resource: `Location` of what was created, the `ETag` after a change, and 412 where the state
 * is not the one that the client names (If-Match, If-None-Match, If-Unmodified-Since).
 *
 * The version of the resource's row is read before the state that is compared with the client's. It travels with the command, and the
 * service that owns the row compares it in the transaction of the change, with the row locked. Where it differs, the state is read
 * again: 412 if it is another one, else the command is sent again with the new version.
 */
@Injectable()
export class Resources implements NestInterceptor {
  constructor(
    private readonly modules: ModuleRef,
    private readonly rpc: RpcClient,
  ) {}

  async intercept(executing: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const contract = contractOf(executing.getHandler())
    if (!contract || typeof contract.answer !== 'object') return next.handle()
    const request = executing.switchToHttp().getRequest<CalledRequest>()
    const response = executing.switchToHttp().getResponse<Response>()
    if (contract.method === 'GET') return next.handle().pipe(map(answer => matching(answer, request, response)))
    if (isConditional(request.headers)) {
      const answer = await this.conditional(contract, request, () =>
        lastValueFrom(next.handle(), { defaultValue: undefined }),
      )
      return from(this.described({ contract, request, response, answer }))
    }
    return next.handle().pipe(mergeMap(answer => this.described({ contract, request, response, answer })))
  }

  private async conditional(contract: Route, request: CalledRequest, change: () => Promise<unknown>): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const precondition = await this.versionOf(contract, request)
      const read = readOf(contract)
      assertUnchanged(request.headers, read && (await this.stateOf(read, request)))
      try {
        return await context.run({ ...context.get(), precondition }, change)
      } catch (error) {
        const isOtherVersion = error instanceof AppError && error.code === 'precondition_failed'
        // the body of other methods may be a file, which was read by now
        const canRepeat = contract.method === 'PATCH' || contract.method === 'DELETE'
        if (!isOtherVersion || !canRepeat || attempt === MAX_TRIES) throw error
      }
    }
  }

  private async versionOf(contract: Route, { caller, params }: CalledRequest): Promise<Precondition | undefined> {
    const owned = ownerOf(contract)
    if (!owned || !caller) return undefined
    const { service, resource } = owned
    const id = typeof params['id'] === 'string' ? params['id'] : undefined
    const { version } = await this.rpc.call(resourceVersions[service], { resource, id }, caller.actor)
    return { service, resource, id, ownerId: caller.actor.userId, version }
  }

  /** `Location` of what was created; the `ETag` of what a PATCH changed, as long as nothing else has changed it since. */
  private async described({ contract, request, response, answer }: Described): Promise<unknown> {
    const { location, method, path } = contract
    if (location) {
      const { params, body } = readAsked(contract, request)
      const created = { answer, params, body } as Parameters<typeof location>[0]
      response.setHeader('Location', encodeURI(location(created)))
    }
    const read = method === 'PATCH' ? reads.get(path) : undefined
    const state = read && (await this.stateOf(read, request).catch(() => undefined))
    if (state && isPartOf(answer, state.content)) {
      response.setHeader('ETag', state.etag)
      response.locals['isResource'] = true
    }
    return answer
  }

  /** As its GET would be answered. */
  private async stateOf(read: Route, request: CalledRequest): Promise<State> {
    const serving = servedBy(read)
    if (!serving) throw errors.NOT_FOUND()
    const controller = this.modules.get<Record<string, Handler>>(serving.controller, { strict: false })
    const given = { params: request.params, query: {}, body: undefined } as CalledRequest
    const { 'accept-encoding': _, 'if-match': __, 'if-none-match': ___, ...headers } = request.headers
    const reading = Object.create(request, { headers: { value: headers } }) as CalledRequest
    const unsent = unsentAnswer(request)
    const answer = await controller[serving.method]?.(readAsked(read, given), request.caller, reading, unsent)
    const json = unsent.content ?? JSON.stringify(answer)
    const content: unknown = JSON.parse(String(json))
    return { etag: entityTag(json), modified: modifiedAt(content), content }
  }
}

/** Stands for the response where a controller writes its answer itself. Without Accept-Encoding the content is plain. */
function unsentAnswer(request: CalledRequest): ServerResponse & { content?: Buffer } {
  const unsent: ServerResponse & { content?: Buffer } = new ServerResponse(request)
  const { response } = request.app as unknown as { response: object }
  Object.setPrototypeOf(unsent, response)
  unsent.end = (content?: unknown) => {
    if (content) unsent.content = content as Buffer
    return unsent
  }
  return unsent
}

/** Undefined: the controller has sent its answer, and compared the tag itself. A refusal has no tag. */
function matching(answer: unknown, { headers }: CalledRequest, { statusCode }: Response): unknown {
  if (answer !== undefined && headers['if-match'] !== undefined && statusCode < 300)
    assertMatch(headers['if-match'], entityTag(JSON.stringify(answer)))
  return answer
}

/** Of what the resource tells about itself; an older one that only knows when it was created cannot be older than that. */
function modifiedAt(answer: unknown): string | undefined {
  const { updated_at: updated, created_at: created } = (answer ?? {}) as Record<string, unknown>
  const time = updated ?? created
  return typeof time === 'string' ? time : undefined
}

const isConditional = (headers: IncomingHttpHeaders): boolean =>
  (headers['if-match'] ?? headers['if-none-match'] ?? headers['if-unmodified-since']) !== undefined

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
/** Does the state have all that was answered? */
function isPartOf(answer: unknown, content: unknown): boolean {
  const state = new Map(Object.entries(content ?? {}))
  return Object.entries(answer ?? {}).every(([name, value]) => isDeepStrictEqual(plain(value), state.get(name)))
}
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
