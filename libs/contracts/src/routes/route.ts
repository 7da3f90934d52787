import type { z } from 'zod'
import type { errors } from '../errors.ts'
import type { Scope } from '../rules/scopes.ts'

/**
 * Who may make a call.
 * `open`: everybody; a session that happens to be there is known all the same. `share`: whoever holds the token of a link; sharing
 * decides whether it is alive and unlocked. These calls alone are served on a custom domain, of links of its owner (adr/0025). `session`: a signed-in user, or a
 * token where the route names a scope. `token`: a token of the public API, of any scope where none is named. `super_admin`: only that
 * role; the services check it again.
 */
export type Auth = 'open' | 'share' | 'session' | 'token' | 'super_admin'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Schema = z.ZodType | undefined
/** What an answer is when it is no JSON: a file, server-sent events, or nothing at all (204). */
type Stream = 'bytes' | 'events' | 'empty'

/** `id` names it in the OpenAPI document and in clients; `category` is its group. `lines`: it comes as JSON lines too. */
export type Doc = { id: string; category: string; summary: string; description?: string; lines?: true }

/** What the address of a created resource is made of. */
type Created<P extends string, B extends Schema, A> = {
  answer: A extends z.ZodType ? z.infer<A> : never
  params: Record<Names<P>, string>
  body: Parsed<B>
}

type Options<P extends string, Q extends Schema, B extends Schema, A extends z.ZodType | Stream> = {
  auth: Auth
  /** Of the query, as text; unknown names are ignored. */
  query?: Q
  /** Of a JSON body; no body at all counts as an empty one. */
  body?: B
  answer: A
  /** Default: 200, and 204 for an empty answer. */
  status?: 200 | 201
  /** Of every call that answers 201: the path of what it created, sent as `Location`. */
  location?(created: Created<P, B, A>): string
  /** Codes of the catalogue beside those that any call of this kind may answer. */
  errors?: (keyof typeof errors)[]
  /** What a token needs for it. */
  scope?: Scope
  /** Counts as no call of its token (rule 50). */
  free?: true
  /** Names in query and body are accepted in camelCase too (rule 48). */
  acceptsCamelCase?: true
  /** The fields of a form, for the documentation. */
  form?: z.ZodType
  /** What the documentation of the public API says of it. */
  doc?: Doc
  /** Largest body in bytes; default: 16 kB where anybody may call, else 256 kB. */
  bodyLimit?: number
  /**
   * How the body is read. `json` (default): any other media type is refused. `form`: streamed as multipart/form-data. `anything`: JSON
   * in any media type. `raw`: the bytes, for a signature over them. `ignored`: any body of limited size, without meaning.
   */
  accepts?: 'json' | 'form' | 'anything' | 'raw' | 'ignored'
  /** Asked by machines that watch the product: never waits behind others. */
  probe?: true
  /** The audit log keeps it: the address of the caller travels with it, as `address` of the actor. */
  audited?: true
  /** It writes, and goes on during maintenance all the same; what only reads always does. */
  duringMaintenance?: true
  /** Also for a user who must choose a new password first (rule 29). */
  temporaryPassword?: true
}

/** One HTTP call of the product: the controller, the web client, the table of access and the documentation come from it. */
export type Route<
  P extends string = string,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  A extends z.ZodType | Stream = z.ZodType | Stream,
> = Omit<Options<P, Q, B, A>, 'query' | 'body' | 'status'> & {
  kind: 'route'
  method: Method
  path: P
  query: Q
  body: B
  status: 200 | 201 | 204
}

/** `route('GET', '/api/albums/:id', { auth: 'session', answer: albumDetail })`. Parameters of the path are text. */
export function route<
  P extends string,
  A extends z.ZodType | Stream,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(method: Method, path: P, options: Options<P, Q, B, A>): Route<P, Q, B, A> {
  const { query, body, status = options.answer === 'empty' ? 204 : 200 } = options
  return { ...options, kind: 'route', method, path, query: query as Q, body: body as B, status }
}

type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
type Parsed<S> = S extends z.ZodType ? z.infer<S> : undefined

/** The parameters in a route's path, as text. */
export type Params<R extends Route> = Record<Names<R['path']>, string>
/** What a controller is asked, once it was checked. */
export type Asked<R extends Route> = { params: Params<R>; query: Parsed<R['query']>; body: Parsed<R['body']> }
/** What a call answers; nothing where bytes are streamed. */
export type Answer<R extends Route> = R['answer'] extends z.ZodType ? z.infer<R['answer']> : void

type Loose<T> = { [K in keyof T]?: T[K] | string | number | boolean | null }
/** What a client gives with a call. */
export type Given<R extends Route> = ([Names<R['path']>] extends [never] ? object : { params: Params<R> }) &
  (R['query'] extends z.ZodType ? { query?: Loose<z.input<R['query']>> } : object) &
  (R['body'] extends z.ZodType ? { body: z.input<R['body']> } : object)
