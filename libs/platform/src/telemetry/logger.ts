import type { LoggerService } from '@nestjs/common'
import { type DestinationStream, type LogFn, pino, type Logger as PinoLogger } from 'pino'
import { context } from './context.ts'
import { serializeError, redactMessage, redactTokens } from './safe-error.ts'
import { standardOutput } from './standard-output.ts'

/** The logger of a service: a logger of pino, declared as a class so that other classes can inject it. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- no instance of this class is created
export class Logger {}
export interface Logger extends PinoLogger {}

/** Fields that are redacted at any of the first three levels of a logged object. */
const SECRET_FIELDS = [
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
const REDACTED_PATHS = SECRET_FIELDS.flatMap(name => [name, `*.${name}`, `*.*.${name}`, `*.*["set-${name}"]`])

/** Logs one JSON line per event with its request and trace id. */
export function createLogger(name: string, level: string, destination: DestinationStream = standardOutput): Logger {
  const options = {
    name,
    level,
    // Errors are serialized by `serializeError`, because they contain parameters, details and input.
    serializers: { err: serializeError },
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    mixin: () => ({ ...requestFields(), ...traceFields() }),
    // Redacts share tokens in the serialized line, in every field that contains a URL.
    hooks: { streamWrite: redactTokens, logMethod: withSafeMessage },
  }
  return pino(options, destination)
}

/** Passes a redacted message, because pino uses the message of an error as message of the line if none is given. */
function withSafeMessage(this: Logger, args: unknown[], write: LogFn): void {
  const [first, ...rest] = args as [{ err?: unknown } | Error | undefined, ...unknown[]]
  const error = first instanceof Error ? first : first?.err
  if (error !== undefined && rest.length === 0)
    return void write.call(this, { ...(first === error ? {} : first), err: error }, redactMessage(error))
  write.apply(this, args as Parameters<LogFn>)
}

function requestFields(): { requestId?: string } {
  const { requestId } = context.get()
  return requestId === undefined ? {} : { requestId }
}
/** Field names as in OpenTelemetry's rules for non-OTLP logs. */
function traceFields(): { trace_id?: string; span_id?: string } {
  const active = context.trace()
  return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
}

/** Writes Nest's log lines to the same logger; its start-up messages have level debug. */
export function nestLogger(log: Logger): LoggerService {
  const createLogMethod =
    (level: 'debug' | 'warn' | 'error') =>
    (message: unknown, ...rest: unknown[]) =>
      log[level]({ event: 'nest', from: sourceOf(rest) }, redactMessage(message))
  return {
    log: createLogMethod('debug'),
    debug: createLogMethod('debug'),
    verbose: createLogMethod('debug'),
    warn: createLogMethod('warn'),
    error: createLogMethod('error'),
    fatal: createLogMethod('error'),
  }
}

/** Nest passes the name of the logging class as last argument; for errors it may be a stack instead. */
function sourceOf(rest: unknown[]): string | undefined {
  const last = rest.at(-1)
  return typeof last === 'string' && !last.includes('\n') ? last : undefined
}
