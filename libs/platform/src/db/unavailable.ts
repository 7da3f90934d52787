/**
 * SQLSTATE codes of a Postgres that is unreachable, shutting down, full or too busy. A code of two characters stands for its whole class.
 * These errors are independent of the statement, so the same statement may succeed later.
 */
const POSTGRES_CODES = new Set([
  '08',
  '53',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '40001',
  '40P01',
  '55P03',
])

/** System errors: failed connections, unresolved names, a machine without disk space, memory or descriptors. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTCONN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ERR_SOCKET_CLOSED',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'ESTALE',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EAGAIN',
])

/** Errors of an object store that is busy, unreachable, full or rejects the credentials, independent of the object. */
const STORE_CODES = new Set([
  'SlowDown',
  'ServiceUnavailable',
  'InternalError',
  'RequestTimeout',
  'XMinioServerNotInitialized',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AccessDenied',
  'NoSuchBucket',
  'XMinioStorageFull',
])

/** Names of error classes of NATS, TypeORM and Daymark that mean an unavailable dependency. */
const ERROR_NAMES = new Set([
  'TransportClosed',
  'StorageFull',
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
  'TimeoutError',
  'UntrustedDatabase',
  'NoResponders',
  'ClosedConnectionError',
  'DrainingConnectionError',
  'ConnectionError',
  'UserAuthenticationExpiredError',
])

/** Messages of pg for errors without a code. Pipelined statements after a broken one report only that the connection ended. */
const PG_CONNECTION_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|Query read timeout|Cannot use a pool after calling end)/

type ErrorFields = Partial<
  Record<'code' | 'syscall' | 'name' | 'message' | 'status' | 'cause' | 'driverError' | 'errors', unknown>
>

/** Maximum depth of causes; the limit also ends circular chains. */
const MAX_DEPTH = 5

/**
 * True if the failure is caused by an unreachable, full or busy database, bus, store or machine. The same work may succeed later:
 * requests receive 503, and events wait without using up an attempt.
 */
export const isUnavailable = (error: unknown): boolean => isCausedBy(error, isUnavailableFailure)

/**
 * Whether an object store denied access. The error concerns one object only, unless the readiness check finds that the store is unusable.
 */
const isAccessDenied = (error: unknown): boolean => isCausedBy(error, ({ code }) => code === 'AccessDenied')

function isCausedBy(error: unknown, matches: (failure: ErrorFields) => boolean, depth = MAX_DEPTH): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false
  const failure = error as ErrorFields
  if (matches(failure)) return true
  const innerErrors = [failure.cause, failure.driverError, ...(Array.isArray(failure.errors) ? failure.errors : [])]
  return innerErrors.some(inner => isCausedBy(inner, matches, depth - 1))
}

function isUnavailableFailure({ code, syscall, name, message, status }: ErrorFields): boolean {
  // The socket file of a Postgres server that is not running does not exist.
  if (code === 'ENOENT' && syscall === 'connect') return true
  if (status === 503 || ERROR_NAMES.has(String(name))) return true
  if (typeof code === 'string')
    return SYSTEM_CODES.has(code) || STORE_CODES.has(code) || POSTGRES_CODES.has(code) || isPostgresClass(code)
  return PG_CONNECTION_MESSAGE.test(String(message))
}

const isPostgresClass = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && POSTGRES_CODES.has(code.slice(0, 2))

/**
 * Thrown by a subscriber when a dependency is unreachable, full or short of memory. The event is delivered again until the dependency is
 * available, and the attempt does not count.
 */
export class TransientError extends Error {
  override name = 'TransientError'
}

/**
 * True if the event did not cause the failure. Other failures count as an attempt unless the service is not ready. Denied access to one
 * object counts, because it would otherwise be retried without end; if the whole store denies access, the service is not ready.
 */
export const isTransient = (error: unknown): boolean =>
  error instanceof TransientError || (isUnavailable(error) && !isAccessDenied(error))
