import type { z } from 'zod'
import type { errors } from '../../errors.ts'
import { route, type Doc, type Route } from '../route.ts'

type Code = keyof typeof errors
/** Errors that every call with a token can return. */
const TOKEN_ERRORS: Code[] = ['TOKEN_REQUIRED', 'TOKEN_EXPIRED', 'PLAN_REQUIRED', 'SCOPE_NEEDED', 'RATE_LIMITED']

type Schema = z.ZodType | undefined
type Stream = 'bytes' | 'events' | 'empty'
type Options<P extends string, Q extends Schema, B extends Schema, A extends z.ZodType | Stream> = Omit<
  Route<P, Q, B, A>,
  'kind' | 'method' | 'path' | 'query' | 'body' | 'answer' | 'status' | 'auth'
> & {
  auth?: Route['auth']
  query?: Q
  body?: B
  answer: A
  status?: 200 | 201
  doc: Doc
}

/** Defines a call of the public API. It requires a token unless `auth` is set. Names in snake_case and camelCase are accepted (rule 48). */
export function v1<
  P extends string,
  A extends z.ZodType | Stream,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(method: Route['method'], path: `/v1${P}`, { auth = 'token', errors = [], ...options }: Options<`/v1${P}`, Q, B, A>) {
  const routeErrors = auth === 'open' ? errors : [...TOKEN_ERRORS, ...errors]
  return route<`/v1${P}`, A, Q, B>(method, path, { ...options, auth, errors: routeErrors, acceptsCamelCase: true })
}
