import { context } from '../telemetry/context.ts'
import type { Logger } from '../telemetry/logger.ts'

/**
 * An error that nobody caught ends the request in whose work it happened, not the process with the requests of everybody else. One
 * that belongs to no request leaves a state that nobody knows: there only a fresh process helps.
 */
export function surviveRequests(log: Logger): void {
  const contain = (error: unknown): void => {
    const { requestId, fail } = context.get()
    if (requestId === undefined && !fail) {
      log.fatal({ err: error, event: 'process.uncaught' })
      process.exit(1)
    }
    log.error({ err: error, event: 'request.uncaught' })
    fail?.()
  }
  process.on('uncaughtException', contain)
  process.on('unhandledRejection', contain)
}
