import type { z } from 'zod'
import {
  type CallDoc,
  type ErrorCode,
  type Method,
  route,
  type RouteOptions,
  type Schema,
  type Stream,
} from '../route.ts'

/** Errors that every call with a token can return. */
const TOKEN_ERRORS: ErrorCode[] = ['TOKEN_REQUIRED', 'TOKEN_EXPIRED', 'PLAN_REQUIRED', 'SCOPE_NEEDED', 'RATE_LIMITED']

type PublicRouteOptions<
  P extends string,
  Q extends Schema,
  B extends Schema,
  A extends z.ZodType | Stream,
> = RouteOptions<P, Q, B, A, Omit<CallDoc, 'category'>> & { doc: object }

/**
 * Returns a function that defines calls of the public API in one category of the API document. They require a token unless `auth` is set.
 * Names in snake_case and camelCase are accepted (rule 48).
 */
export const publicRoutes =
  (category: string) =>
  <P extends string, A extends z.ZodType | Stream, Q extends Schema = undefined, B extends Schema = undefined>(
    method: Method,
    path: `/v1${P}`,
    { auth = 'token', errors = [], doc, ...options }: PublicRouteOptions<`/v1${P}`, Q, B, A>,
  ) =>
    route<`/v1${P}`, A, Q, B>(method, path, {
      ...options,
      auth,
      errors: auth === 'open' ? errors : [...TOKEN_ERRORS, ...errors],
      acceptsCamelCase: true,
      doc: { ...doc, category },
    })
