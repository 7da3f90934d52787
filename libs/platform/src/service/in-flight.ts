import type { Logger } from '../telemetry/logger.ts'

let running = 0
let idle: (() => void)[] = []
let report: Logger | undefined

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

/** Unknown errors are logged once with their stack. */
export const reportFailuresTo = (log: Logger): void => void (report = log)
export const handlerFailed = (name: string, error: unknown): void =>
  report?.error({ err: error, event: 'handler.failed', handler: name })
/** A dependency of the handler is unavailable. */
export const handlerUnavailable = (name: string, error: unknown): void =>
  report?.warn({ err: error, event: 'handler.unavailable', handler: name })
