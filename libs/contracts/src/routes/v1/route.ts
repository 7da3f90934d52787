import type { z } from 'zod'
import {
  type CallDoc,
  type ErrorCode,
  type Method,
  type NonJsonAnswer,
  type OptionalSchema,
  route,
  type RouteOptions,
} from '../route.ts'

/** Errors that every call with a token can return. */
const TOKEN_ERRORS: ErrorCode[] = ['TOKEN_REQUIRED', 'TOKEN_EXPIRED', 'PLAN_REQUIRED', 'SCOPE_NEEDED', 'RATE_LIMITED']

type PublicRouteOptions<
  P extends string,
  Q extends OptionalSchema,
  B extends OptionalSchema,
  A extends z.ZodType | NonJsonAnswer,
> = RouteOptions<P, Q, B, A, Omit<CallDoc, 'category'>> & { doc: object }

/**
 * Returns a function that defines calls of the public API in one category of the API document. They require a token unless `auth` is set.
 * Names in snake_case and camelCase are accepted (rule 48).
 */
export const createPublicRouteFactory =
  (category: string) =>
  <
    P extends string,
    A extends z.ZodType | NonJsonAnswer,
    Q extends OptionalSchema = undefined,
    B extends OptionalSchema = undefined,
  >(
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
