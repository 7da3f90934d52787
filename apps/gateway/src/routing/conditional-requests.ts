import { type IncomingHttpHeaders, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { AppError, errors, type Precondition, resourceVersions, type Route } from '@daymark/contracts'
import { context, RpcClient } from '@daymark/platform'
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common'
import { ModuleRef } from '@nestjs/core'
import type { Response } from 'express'
import { from, lastValueFrom, map, mergeMap, type Observable } from 'rxjs'
import { assertMatch, computeEntityTag, matchesStrongly, matchesWeakly } from '../http/entity-tags.ts'
import { contractOf, parseRequest, findServedRoute } from './serves.ts'
import type { CalledRequest } from '../session/caller.ts'
import { allRoutes } from './route-table.ts'

type ResourceState = { etag: string; modified: string | undefined; content?: unknown }
type ControllerMethod = (...args: unknown[]) => unknown

/** GET routes with a JSON response, by path. */
const resourceRoutes = new Map(
  allRoutes
    .filter(({ method, answer }) => method === 'GET' && typeof answer === 'object')
    .map(route => [route.path, route]),
)

/**
 * The route that reads the resource which another route changes: the same path, else the nearest parent path that ends in an id. For
 * example, `/v1/shares/:id/revoke` changes `/v1/shares/:id`. For visitors only the same path is used, because reading a gallery counts as
 * a visit.
 */
export function findResourceRoute({ path, auth }: Pick<Route, 'path' | 'auth'>): Route | undefined {
  const samePath = resourceRoutes.get(path)
  if (samePath || auth === 'share' || auth === 'open') return samePath
  const segments = path.split('/')
  for (let length = segments.length - 1; length > 0; length--)
    if (segments[length - 1]?.startsWith(':')) {
      const parent = resourceRoutes.get(segments.slice(0, length).join('/'))
      if (parent) return parent
    }
  return undefined
}

/** A kind of database row that has a version, and the service that stores it. */
type VersionedRow = { service: keyof typeof resourceVersions; resource: string }
const libraryRow: VersionedRow = { service: 'library', resource: 'library' }
const createSharingRow = (resource: string): VersionedRow => ({ service: 'sharing', resource })
const createIdentityRow = (resource: string): VersionedRow => ({ service: 'identity', resource })

/** For each path, the row whose version changes with every change at and below the path. The first match counts. */
const VERSIONED_ROWS: [path: string, VersionedRow][] = [
  ...['/api/albums', '/v1/albums', '/api/images', '/v1/images', '/api/tags'].map((path): [string, VersionedRow] => [
    path,
    libraryRow,
  ]),
  ...['/api/shares/:id', '/v1/shares/:id'].map((path): [string, VersionedRow] => [path, createSharingRow('link')]),
  ...['/api/upload-links/:id', '/v1/upload-links/:id'].map((path): [string, VersionedRow] => [
    path,
    createSharingRow('upload-link'),
  ]),
  ['/api/presets/:id', createSharingRow('preset')],
  ...['/api/settings/studio-page', '/v1/studio-page'].map((path): [string, VersionedRow] => [
    path,
    createSharingRow('studio-page'),
  ]),
  ['/api/settings/studio', createSharingRow('brand')],
  ['/api/settings/domain', createSharingRow('domain')],
  ['/api/settings/profile', createIdentityRow('profile')],
  ['/api/settings/mail', createIdentityRow('profile')],
  ['/api/settings/passkeys/:id', createIdentityRow('passkey')],
  ['/api/admin/users/:id/plan', { service: 'billing', resource: 'plan' }],
  ['/api/admin/users/:id', createIdentityRow('account')],
  ['/api/settings/watermark', { service: 'media', resource: 'watermark' }],
  ['/v1/webhooks/:id', { service: 'developer', resource: 'webhook' }],
  ['/v1/tokens/:id', { service: 'developer', resource: 'token' }],
]

/**
 * The row whose version a change through this route must compare. Undefined if no service compares versions in the transaction of such a
 * change.
 */
export const findVersionedRow = ({ path }: Pick<Route, 'path'>): VersionedRow | undefined =>
  VERSIONED_ROWS.find(([parent]) => path === parent || path.startsWith(`${parent}/`))?.[1]

/**
 * Maximum number of attempts of a conditional change. It is repeated if an unrelated change, such as one of another album, modified the row
 * of the library between its read and its write.
 */
const MAX_ATTEMPTS = 5

/**
 * Implements RFC 9110 for resources: `Location` of a created resource, `ETag` after a change, and 412 if a precondition of the client
 * fails (If-Match, If-None-Match, If-Unmodified-Since).
 *
 * The version of the resource's row is read before its state is compared with the precondition. The command carries this version, and the
 * service compares it in the transaction of the change, with the row locked. If it differs, the state is read again: if the precondition
 * still holds, the command is repeated with the new version, else the response is 412.
 */
@Injectable()
export class ConditionalRequests implements NestInterceptor {
  constructor(
    private readonly modules: ModuleRef,
    private readonly rpc: RpcClient,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const contract = contractOf(execution.getHandler())
    if (!contract || typeof contract.answer !== 'object') return next.handle()
    const request = execution.switchToHttp().getRequest<CalledRequest>()
    const response = execution.switchToHttp().getResponse<Response>()
    if (contract.method === 'GET') return next.handle().pipe(map(result => checkIfMatch(result, request, response)))
    if (isConditional(request.headers)) {
      const result = await this.changeIfUnmodified(contract, request, () =>
        lastValueFrom(next.handle(), { defaultValue: undefined }),
      )
      return from(this.setResourceHeaders({ contract, request, response, result }))
    }
    return next.handle().pipe(mergeMap(result => this.setResourceHeaders({ contract, request, response, result })))
  }

  private async changeIfUnmodified(
    contract: Route,
    request: CalledRequest,
    change: () => Promise<unknown>,
  ): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const precondition = await this.readVersion(contract, request)
      const resourceRoute = findResourceRoute(contract)
      assertPreconditions(request.headers, resourceRoute && (await this.readState(resourceRoute, request)))
      try {
        return await context.run({ ...context.get(), precondition }, change)
      } catch (error) {
        const isOtherVersion = error instanceof AppError && error.code === 'precondition_failed'
        // Other methods are not repeated, because their body may be a file, which the first attempt consumed.
        const canRepeat = contract.method === 'PATCH' || contract.method === 'DELETE'
        if (!isOtherVersion || !canRepeat || attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  private async readVersion(contract: Route, { caller, params }: CalledRequest): Promise<Precondition | undefined> {
    const versionedRow = findVersionedRow(contract)
    if (!versionedRow || !caller) return undefined
    const { service, resource } = versionedRow
    const id = typeof params['id'] === 'string' ? params['id'] : undefined
    const { version } = await this.rpc.call(resourceVersions[service], { resource, id }, caller.actor)
    return { service, resource, id, ownerId: caller.actor.userId, version }
  }

  /** Sets `Location` after a creation, and `ETag` after a PATCH unless something else has changed the resource since. */
  private async setResourceHeaders({ contract, request, response, result }: HandledRequest): Promise<unknown> {
    const { location, method, path } = contract
    if (location) {
      const { params, body } = parseRequest(contract, request)
      const locationInput = { answer: result, params, body } as Parameters<typeof location>[0]
      response.setHeader('Location', encodeURI(location(locationInput)))
    }
    const resourceRoute = method === 'PATCH' ? resourceRoutes.get(path) : undefined
    const state = resourceRoute && (await this.readState(resourceRoute, request).catch(() => undefined))
    if (state && isSubsetOf(result, state.content)) {
      response.setHeader('ETag', state.etag)
      response.locals['isResource'] = true
    }
    return result
  }

  /** The state of the resource: entity tag, modification time and content of the response that a GET would have now. */
  private async readState(resourceRoute: Route, request: CalledRequest): Promise<ResourceState> {
    const servedRoute = findServedRoute(resourceRoute)
    if (!servedRoute) throw errors.NOT_FOUND()
    const controller = this.modules.get<Record<string, ControllerMethod>>(servedRoute.controller, { strict: false })
    const requestWithoutInput = { params: request.params, query: {}, body: undefined } as CalledRequest
    const { 'accept-encoding': _, 'if-match': __, 'if-none-match': ___, ...headers } = request.headers
    const readRequest = Object.create(request, { headers: { value: headers } }) as CalledRequest
    const capturedResponse = createCapturedResponse(request)
    const result = await controller[servedRoute.method]?.(
      parseRequest(resourceRoute, requestWithoutInput),
      request.caller,
      readRequest,
      capturedResponse,
    )
    const json = capturedResponse.content ?? JSON.stringify(result)
    const content: unknown = JSON.parse(String(json))
    return { etag: computeEntityTag(json), modified: lastModifiedOf(content), content }
  }
}

/** A response that captures its content, for controllers that write it themselves. */
function createCapturedResponse(request: CalledRequest): ServerResponse & { content?: Buffer } {
  const capturedResponse: ServerResponse & { content?: Buffer } = new ServerResponse(request)
  const { response } = request.app as unknown as { response: object }
  Object.setPrototypeOf(capturedResponse, response)
  capturedResponse.end = (content?: unknown) => {
    capturedResponse.content = content as Buffer
    return capturedResponse
  }
  return capturedResponse
}

/** Checks If-Match of a GET. If `result` of the controller is undefined, the controller has sent the response and checked If-Match itself. */
function checkIfMatch(result: unknown, { headers }: CalledRequest, { statusCode }: Response): unknown {
  if (result !== undefined && headers['if-match'] !== undefined && statusCode < 300)
    assertMatch(headers['if-match'], computeEntityTag(JSON.stringify(result)))
  return result
}

/** The time of the last change in the fields of the resource. Resources that never change have only a creation time. */
function lastModifiedOf(content: unknown): string | undefined {
  const { updated_at: updated, created_at: created } = (content ?? {}) as Record<string, unknown>
  const time = updated ?? created
  return typeof time === 'string' ? time : undefined
}

const isConditional = (headers: IncomingHttpHeaders): boolean =>
  (headers['if-match'] ?? headers['if-none-match'] ?? headers['if-unmodified-since']) !== undefined

/** Evaluates preconditions in the order of RFC 9110, section 13.2.2. `state` is undefined if the resource cannot be read. */
function assertPreconditions(headers: IncomingHttpHeaders, state: ResourceState | undefined): void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-unmodified-since': since } = headers
  const { etag = 'W/""', modified } = state ?? {}
  const isFailed = ifMatch === undefined ? isModifiedSince(modified, since) : !matchesStrongly(ifMatch, etag)
  const matchesState = state !== undefined && ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag)
  if (isFailed || matchesState) throw errors.PRECONDITION_FAILED()
}

/** Compares whole seconds, because HTTP dates have no fractions. An invalid date is ignored. */
function isModifiedSince(modified: string | undefined, since: string | undefined): boolean {
  const [modifiedMs, sinceMs] = [Date.parse(modified ?? ''), Date.parse(since ?? '')]
  return !Number.isNaN(modifiedMs) && !Number.isNaN(sinceMs) && Math.floor(modifiedMs / 1000) * 1000 > sinceMs
}

type HandledRequest = { contract: Route; request: CalledRequest; response: Response; result: unknown }
/** Whether the content contains every field of the result of the controller with the same value. */
function isSubsetOf(result: unknown, content: unknown): boolean {
  const state = new Map(Object.entries(content ?? {}))
  return Object.entries(result ?? {}).every(([name, value]) => isDeepStrictEqual(toJsonValue(value), state.get(name)))
}
const toJsonValue = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
