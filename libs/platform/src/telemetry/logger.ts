import { pino, type DestinationStream, type LogFn, type Logger as PinoLogger } from 'pino'
import { context } from './context.ts'
import { safeError } from './safe-error.ts'
import { safeMessage } from './safe-message.ts'
import { standardOutput } from './standard-output.ts'
import { withoutTokens } from './without-tokens.ts'

export type Logger = PinoLogger

/** No credential may reach a log, wherever a careless object carries it. */
const secret = [
  'token',
  'password',
  'currentPassword',
  'newPassword',
  'temporaryPassword',
  'cookie',
  'authorization',
  'secret',
  'grant',
]
const paths = secret.flatMap(name => [name, `*.${name}`, `*.*.${name}`, `*.*["set-${name}"]`])

/** One JSON line per event, with the request and trace it belongs to. */
export function createLogger(name: string, level: string, destination: DestinationStream = standardOutput): Logger {
  const options = {
    name,
    level,
    // errors carry what they failed with: parameters, details, input
    serializers: { err: safeError },
    redact: { paths, censor: '[redacted]' },
    mixin: () => ({ ...requestOf(), ...traceOf() }),
    // the last word: whatever quotes an address, it leaves without its share token
    hooks: { streamWrite: withoutTokens, logMethod: withSafeMessage },
  }
  return pino(options, destination)
}

/** Pino takes the message of an error for the line's own when none is given. */
function withSafeMessage(this: Logger, args: unknown[], write: LogFn): void {
  const [first, ...rest] = args as [{ err?: unknown } | Error | undefined, ...unknown[]]
  const error = first instanceof Error ? first : first?.err
  if (error !== undefined && rest.length === 0)
    return void write.call(this, { ...(first === error ? {} : first), err: error }, safeMessage(error))
  write.apply(this, args as Parameters<LogFn>)
}

function requestOf(): { requestId?: string } {
  const { requestId } = context.get()
  return requestId === undefined ? {} : { requestId }
}
/** By the names that OpenTelemetry gives them in logs that are no OTLP. */
function traceOf(): { trace_id?: string; span_id?: string } {
  const active = context.trace()
  return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
}
