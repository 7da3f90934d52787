/** Redacts share tokens in addresses, in any spelling, and API tokens, which are recognized by their form. */
export const redactTokens = (text: string): string =>
  text
    .replace(/([?&](?:token|grant)=)[^&\s"']+/gi, '$1[redacted]')
    .replace(/dm_[0-9A-Za-z]{36}/g, 'dm_[redacted]')
    .replace(/(\/share\/+|\/public\/+)[A-Za-z0-9_%-]{16,}/gi, '$1[redacted]')

type ErrorFields = { message?: unknown; code?: unknown; name?: unknown; severity?: unknown; issues?: unknown }
type RedactionRule = {
  matches: (failure: ErrorFields) => boolean
  redact: (message: string, failure: ErrorFields) => string
}

const REDACTED = '[redacted]'
const MAX_MESSAGE_LENGTH = 2000
const codeOf = ({ code }: ErrorFields): string => String(code ?? '')

/**
 * Rules for messages that quote input. Postgres also quotes names of tables and constraints, which are harmless; data exceptions (class
 * 22) quote values, and exceptions of triggers (P0) may contain anything.
 */
const REDACTIONS: RedactionRule[] = [
  { matches: ({ issues }) => Array.isArray(issues), redact: (_, { issues }) => formatIssues(issues as Issue[]) },
  {
    matches: failure => /^P0[0-9A-Z]{3}$/.test(codeOf(failure)),
    redact: () => REDACTED,
  },
  {
    matches: failure => /^22[0-9A-Z]{3}$/.test(codeOf(failure)),
    redact: message => message.replace(/"[\s\S]*"/, `"${REDACTED}"`),
  },
  {
    matches: failure => codeOf(failure).startsWith('ERR_'),
    redact: message =>
      message
        .replace(/Received type (\w+) \([\s\S]*\)/, 'Received type $1')
        .replace(/Received (?!type|an ins)[\s\S]*/, `Received ${REDACTED}`),
  },
  {
    matches: ({ name }) => name === 'SyntaxError',
    redact: message => message.replace(/(, )?(\.\.\.)?"[\s\S]*"/, ` ${REDACTED}`),
  },
]

type Issue = { path?: PropertyKey[]; code?: string }
const formatIssues = (issues: Issue[]): string =>
  issues.map(({ path = [], code }) => `${path.map(String).join('.') || 'value'}: ${code}`).join('; ')

/** Removes credentials from addresses. */
const redactCredentials = (text: string): string => text.replace(/(:\/\/)[^\s/]+@/g, `$1${REDACTED}@`)

/** The message of an error without the values that it quotes, for logs, traces and dead letters. */
export function redactMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null)
    return redactTokens(redactCredentials(String(error))).slice(0, MAX_MESSAGE_LENGTH)
  const failure = error as ErrorFields
  const message = REDACTIONS.filter(rule => rule.matches(failure)).reduce(
    (text, rule) => rule.redact(text, failure),
    String(failure.message ?? ''),
  )
  return redactTokens(redactCredentials(message)).slice(0, MAX_MESSAGE_LENGTH)
}

/**
 * The fields of an error that may be logged in addition to its message. All other fields that libraries add (parameters, detail, where,
 * hint, input, headers, keys) may contain values and are omitted.
 */
const ALLOWED_FIELDS = [
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'status',
  'statusCode',
  'severity',
  'routine',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
]
/** Maximum length of logged SQL. SQL contains no values, and its beginning is enough to find the statement. */
const MAX_SQL_LENGTH = 500
const MAX_INNER_ERRORS = 5
const MAX_DEPTH = 5

type FieldMap = Record<string, unknown>
type SafeError = { type: string; message: string; stack?: string; [name: string]: unknown }

/** Pino's serializer of the field `err`. */
export function serializeError(error: unknown, depth = MAX_DEPTH): SafeError {
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: redactMessage(error) }
  const failure = error as FieldMap
  const [type, message] = [typeOf(failure), redactMessage(failure)]
  return {
    type,
    message,
    ...(failure['stack'] !== undefined && { stack: redactStack(failure) }),
    ...allowedFields(failure),
    ...(typeof failure['query'] === 'string' && { query: failure['query'].slice(0, MAX_SQL_LENGTH) }),
    ...(depth > 1 && wrappedErrors(failure, depth - 1)),
  }
}

const typeOf = (failure: FieldMap): string => String(failure['name'] ?? failure.constructor?.name ?? 'object')

/** A stack starts with the original message, so only its frames are used. */
export function redactStack(failure: FieldMap | Error): string {
  const { stack } = failure
  const frames = String(stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
  return [`${typeOf(failure as FieldMap)}: ${redactMessage(failure)}`, ...frames].join('\n')
}

function allowedFields(failure: FieldMap): FieldMap {
  const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  return Object.fromEntries(ALLOWED_FIELDS.filter(name => isPlain(failure[name])).map(name => [name, failure[name]]))
}

/** Wrapped errors: cause, driver error, and the parts of an aggregate. */
function wrappedErrors(failure: FieldMap, depth: number): FieldMap {
  const { cause, driverError, errors } = failure
  const driverFailure = driverError !== failure && driverError ? driverError : undefined
  return {
    ...(cause !== undefined && { cause: serializeError(cause, depth) }),
    ...(driverFailure !== undefined && { driverError: serializeError(driverFailure, depth) }),
    ...(Array.isArray(errors) && {
      errors: errors.slice(0, MAX_INNER_ERRORS).map(inner => serializeError(inner, depth)),
    }),
  }
}
