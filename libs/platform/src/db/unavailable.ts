/**
 * SQLSTATE of a Postgres that is away, going, full, or too busy to give a lock or an answer in time; a class is named by its
 * first two characters. None says anything about the statement, so the same one may succeed later.
 */
const POSTGRES = new Set(['08', '53', '57014', '57P01', '57P02', '57P03', '57P05', '25P03', '40001', '40P01', '55P03'])

/** Of the system: a connection that cannot be made or broke, a name that is not found, a machine without room. */
const SYSTEM = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTCONN', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'ERR_SOCKET_CLOSED'],
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'ESTALE', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'],
])

/** An object store that is busy, unreachable or full, or that rejects our credentials. One object may be denied, all others not. */
const STORE = new Set([
  ...['SlowDown', 'ServiceUnavailable', 'InternalError', 'RequestTimeout', 'XMinioServerNotInitialized'],
  ...['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied', 'NoSuchBucket', 'XMinioStorageFull'],
])

/** Classes of NATS, TypeORM and our own. */
const NAMES = new Set([
  ...[
    'TransportClosed',
    'StorageFull',
    'QueryRunnerAlreadyReleasedError',
    'QueryRunnerProviderAlreadyReleasedError',
    'TimeoutError',
    'UntrustedDatabase',
    'NoResponders',
  ],
  ...['ClosedConnectionError', 'DrainingConnectionError', 'ConnectionError', 'UserAuthenticationExpiredError'],
])

/** What pg says without a code; the pipelined statements behind the one that broke only mention the connection. */
const PG_SENTENCE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|Query read timeout|Cannot use a pool after calling end)/

type Failure = Partial<
  Record<'code' | 'syscall' | 'name' | 'message' | 'status' | 'cause' | 'driverError' | 'errors', unknown>
>

/** How far causes are followed: no real chain is longer, and one that bites its tail must end. */
const DEPTH = 5

/**
 * Did this fail because the database, the bus, the store or the machine is away, full or too busy? Then the same work may
 * succeed later, unchanged: a request is answered 503, an event waits without counting as a try.
 */
export const isUnavailable = (error: unknown): boolean => isCausedBy(error, isKnown)

/** Did an object store deny access? To one object only, unless the store as a whole is found to be unusable. */
export const isAccessDenied = (error: unknown): boolean => isCausedBy(error, ({ code }) => code === 'AccessDenied')

function isCausedBy(error: unknown, matches: (failure: Failure) => boolean, depth = DEPTH): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false
  const failure = error as Failure
  if (matches(failure)) return true
  const inner = [failure.cause, failure.driverError, ...(Array.isArray(failure.errors) ? failure.errors : [])]
  return inner.some(one => isCausedBy(one, matches, depth - 1))
}

function isKnown({ code, syscall, name, message, status }: Failure): boolean {
  // the socket of a Postgres that is not running
  if (code === 'ENOENT' && syscall === 'connect') return true
  if (status === 503 || NAMES.has(String(name))) return true
  if (typeof code === 'string')
    return SYSTEM.has(code) || STORE.has(code) || POSTGRES.has(code) || isPostgresClass(code)
  return PG_SENTENCE.test(String(message))
}

const isPostgresClass = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && POSTGRES.has(code.slice(0, 2))
