import type { LoggerService } from '@nestjs/common'
import type { Logger } from './logger.ts'
import { safeMessage } from './safe-message.ts'

/** Nest's own lines go the same way as ours; its start-up chatter is debug. */
export function nestLogger(log: Logger): LoggerService {
  const line =
    (level: 'debug' | 'warn' | 'error') =>
    (message: unknown, ...rest: unknown[]) =>
      log[level]({ event: 'nest', from: sourceOf(rest) }, safeMessage(message))
  return {
    log: line('debug'),
    debug: line('debug'),
    verbose: line('debug'),
    warn: line('warn'),
    error: line('error'),
    fatal: line('error'),
  }
}

/** The last word is the class that speaks; of an error it may be the stack, whose first line is the message. */
function sourceOf(rest: unknown[]): string | undefined {
  const last = rest.at(-1)
  return typeof last === 'string' && !last.includes('\n') ? last : undefined
}
