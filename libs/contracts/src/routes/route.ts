import type { z } from 'zod'
import type { errors } from '../errors.ts'
import type { Scope } from '../rules/scopes.ts'

/**
 * Required authentication.
 *
 * - `open`: none. If the request has a session cookie, the controller still receives the user.
 * - `share`: the token of a link. The sharing service checks that the link is active and unlocked. A custom domain serves only these calls,
 *   and only for links of its owner (adr/0025).
 * - `session`: a signed-in user. If the route has a scope, an API token with this scope is accepted too.
 * - `token`: an API token. If the route has no scope, any token is accepted.
 * - `super_admin`: a signed-in user with this role. The services check the role again.
 */
type Auth = 'open' | 'share' | 'session' | 'token' | 'super_admin'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type ErrorCode = keyof typeof errors
export type OptionalSchema = z.ZodType | undefined
/** Responses without JSON: a file, server-sent events, or no body (204). */
export type NonJsonAnswer = 'bytes' | 'events' | 'empty'

/**
 * Documentation of a call in the OpenAPI document. `id`: operationId. `category`: tag. `lines`: the response is also available as JSON lines.
 */
export type CallDoc = { id: string; category: string; summary: string; description?: string; lines?: true }

/** Values from which `location` builds the path of a created resource. */
type CreatedResource<P extends string, B extends OptionalSchema, A> = {
  answer: A extends z.ZodType ? z.infer<A> : never
  params: Record<PathParameters<P>, string>
  body: ParsedInput<B>
}

export type RouteOptions<
  P extends string,
  Q extends OptionalSchema,
  B extends OptionalSchema,
  A extends z.ZodType | NonJsonAnswer,
  D = CallDoc,
> = {
  /** Default: `session`, and `token` in the public API (v1/route.ts), so that a route is never open by omission. */
  auth?: Auth
  /** Schema of the query parameters, which are text. Unknown names are ignored. */
  query?: Q
  /** Schema of the JSON body. A missing body counts as an empty one. */
  body?: B
  answer: A
  /** Default: 200, and 204 for an empty answer. */
  status?: 200 | 201
  /** Path of the created resource, sent as `Location`. Required for status 201. */
  location?(created: CreatedResource<P, B, A>): string
  /** Error codes in addition to those that every call can return. */
  errors?: ErrorCode[]
  /** Scope that an API token needs for the call. */
  scope?: Scope
  /** The call does not count towards the rate limit of the token (rule 50). */
  skipsRateLimit?: true
  /** Names in query and body are accepted in camelCase too (rule 48). */
  acceptsCamelCase?: true
  /** Fields of the multipart form, for the API document only. */
  form?: z.ZodType
  /** Documentation of a call of the public API. */
  doc?: D
  /** Maximum body size in bytes. Default: 16 kB for calls without authentication, 256 kB for others. */
  bodyLimit?: number
  /**
   * Accepted body. `json` (default): rejects other media types. `form`: streamed multipart/form-data. `anything`: JSON with any media
   * type. `raw`: the bytes, for a signature. `ignored`: any body of limited size, which is not read.
   */
  accepts?: 'json' | 'form' | 'anything' | 'raw' | 'ignored'
  /** The call is a health probe or a similar request of a monitor, so rate limits per caller do not apply. */
  probe?: true
  /** The call is recorded in the audit log, so the actor includes the IP address of the caller. */
  audited?: true
  /** A write that is available during maintenance. Reads are always available. */
  duringMaintenance?: true
  /** Available to users who must change a temporary password first (rule 29). */
  temporaryPassword?: true
}

/** The contract of one HTTP call, from which controllers, the web client, the access table and the API document derive. */
export type Route<
  P extends string = string,
  Q extends OptionalSchema = OptionalSchema,
  B extends OptionalSchema = OptionalSchema,
  A extends z.ZodType | NonJsonAnswer = z.ZodType | NonJsonAnswer,
> = Omit<RouteOptions<P, Q, B, A>, 'auth' | 'query' | 'body' | 'status'> & {
  kind: 'route'
  auth: Auth
  method: Method
  path: P
  query: Q
  body: B
  status: 200 | 201 | 204
}

/** Defines a call: `route('GET', '/api/albums/:id', { answer: albumDetail })`. Path parameters are text. */
export function route<
  P extends string,
  A extends z.ZodType | NonJsonAnswer,
  Q extends OptionalSchema = undefined,
  B extends OptionalSchema = undefined,
>(method: Method, path: P, options: RouteOptions<P, Q, B, A>): Route<P, Q, B, A> {
  const { auth = 'session', query, body, status = options.answer === 'empty' ? 204 : 200 } = options
  return { ...options, kind: 'route', method, path, auth, query: query as Q, body: body as B, status }
}

/** Errors of every call that uploads the file of a photo. */
export const UPLOAD_ERRORS: ErrorCode[] = [
  'EMPTY_FILE',
  'FILE_TOO_LARGE',
  'IMAGE_UNREADABLE',
  'QUOTA_EXCEEDED',
  'STORAGE_FULL',
  'SUBSCRIPTION_PENDING',
  'UNSUPPORTED_FILE',
  'UPLOAD_OFFSET',
]
/** Errors of every call that changes the sections of an album. */
export const SECTION_ERRORS: ErrorCode[] = ['ALBUM_NOT_FOUND', 'FAVORITES_FIXED']

type PathParameters<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameters<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
type ParsedInput<S> = S extends z.ZodType ? z.infer<S> : undefined

/** The parameters in a route's path, as text. */
type Params<R extends Route> = Record<PathParameters<R['path']>, string>
/** Input of a controller: path parameters, and validated query and body. */
export type RouteInput<R extends Route> = {
  params: Params<R>
  query: ParsedInput<R['query']>
  body: ParsedInput<R['body']>
}
/** Body of the response of a call. `void`: the controller writes the response itself. */
export type Answer<R extends Route> = R['answer'] extends z.ZodType ? z.infer<R['answer']> : void

type LooseQuery<T> = { [K in keyof T]?: T[K] | string | number | boolean | null }
/** Arguments of a call in the web client. Query values may also be numbers, booleans or null. */
export type CallInput<R extends Route> = ([PathParameters<R['path']>] extends [never]
  ? object
  : { params: Params<R> }) &
  (R['query'] extends z.ZodType ? { query?: LooseQuery<z.input<R['query']>> } : object) &
  (R['body'] extends z.ZodType ? { body: z.input<R['body']> } : object)
