import type { Logger } from '../telemetry/logger.ts'

let running = 0
let idle: (() => void)[] = []
let failureLog: Logger | undefined

/** Counts running requests of this process, so that a shutdown can wait for them. */
export async function inFlight<T>(work: () => Promise<T>): Promise<T> {
  running++
  try {
    return await work()
  } finally {
    running--
    if (running === 0) for (const wake of idle.splice(0)) wake()
  }
}
export function untilIdle(ms: number): Promise<void> {
  if (running === 0) return Promise.resolve()
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    idle = [...idle, () => (clearTimeout(timer), resolve())]
  })
}

/** Sets the logger for failures of handlers. Unknown errors are logged once with their stack. */
export const reportFailuresTo = (log: Logger): void => void (failureLog = log)
export const handlerFailed = (name: string, error: unknown): void =>
  failureLog?.error({ err: error, event: 'handler.failed', handler: name })
/** A dependency of the handler is unavailable. */
export const handlerUnavailable = (name: string, error: unknown): void =>
  failureLog?.warn({ err: error, event: 'handler.unavailable', handler: name })
