import { safeMessage } from './safe-message.ts'

/**
 * All that a log may know of an error besides its message: what, not with what. Everything else that libraries hang on their
 * errors (parameters, detail, where, hint, input, headers, keys) stays out because it is not named here.
 */
const NAMED = [
  ...['code', 'errno', 'syscall', 'address', 'port', 'status', 'statusCode', 'severity', 'routine'],
  ...['schema', 'table', 'column', 'dataType', 'constraint'],
]
/** SQL is ours and has no values in it; who built it is seen from its beginning. */
const MOST_SQL = 500
const MOST_INNER = 5
const DEPTH = 5

type Failure = Record<string, unknown>
export type SafeError = { type: string; message: string; stack?: string; [name: string]: unknown }

/** Pino's serializer of `err`. */
export function safeError(error: unknown, depth = DEPTH): SafeError {
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: safeMessage(error) }
  const failure = error as Failure
  const [type, message] = [typeOf(failure), safeMessage(failure)]
  return {
    type,
    message,
    ...(failure['stack'] !== undefined && { stack: safeStack(failure) }),
    ...named(failure),
    ...(typeof failure['query'] === 'string' && { query: failure['query'].slice(0, MOST_SQL) }),
    ...(depth > 1 && inner(failure, depth - 1)),
  }
}

const typeOf = (failure: Failure): string => String(failure['name'] ?? failure.constructor?.name ?? 'object')

/** A stack begins with the message as it was; only its frames are taken. */
export function safeStack(failure: Failure | Error): string {
  const { stack } = failure
  const frames = String(stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
  return [`${typeOf(failure as Failure)}: ${safeMessage(failure)}`, ...frames].join('\n')
}

function named(failure: Failure): Failure {
  const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  return Object.fromEntries(NAMED.filter(name => isPlain(failure[name])).map(name => [name, failure[name]]))
}

/** What TypeORM wraps, what caused it, what failed side by side. */
function inner(failure: Failure, depth: number): Failure {
  const { cause, driverError, errors } = failure
  const wrapped = driverError !== failure && driverError ? driverError : undefined
  return {
    ...(cause !== undefined && { cause: safeError(cause, depth) }),
    ...(wrapped !== undefined && { driverError: safeError(wrapped, depth) }),
    ...(Array.isArray(errors) && { errors: errors.slice(0, MOST_INNER).map(one => safeError(one, depth)) }),
  }
}
