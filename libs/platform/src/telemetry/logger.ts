import { trace } from '@opentelemetry/api'
import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'
import { context } from './context.ts'
import { standardOutput } from './standard-output.ts'
import { withoutTokens } from './without-tokens.ts'

export type Logger = PinoLogger

/** Nothing that opens a door may reach a log, wherever a careless object carries it. */
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
    redact: { paths, censor: '[redacted]' },
    mixin: () => ({ ...context.get(), ...traceOf() }),
    // the last word: whatever quotes an address, it leaves without its share token
    hooks: { streamWrite: withoutTokens },
  }
  return pino(options, destination)
}

function traceOf(): { traceId?: string } {
  const id = trace.getActiveSpan()?.spanContext().traceId
  return id ? { traceId: id } : {}
}
