import type { LoggerService } from '@nestjs/common'
import type { Logger } from './logger.ts'

/** Nest's own lines go the same way as ours; its start-up chatter is debug. */
export function nestLogger(log: Logger): LoggerService {
  const line =
    (level: 'debug' | 'warn' | 'error') =>
    (message: unknown, ...rest: unknown[]) =>
      log[level]({ event: 'nest', from: rest.at(-1) }, String(message))
  return {
    log: line('debug'),
    debug: line('debug'),
    verbose: line('debug'),
    warn: line('warn'),
    error: line('error'),
    fatal: line('error'),
  }
}
