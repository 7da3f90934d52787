import type { RequestListener } from 'node:http'
import { context } from '../telemetry/context.ts'
import type { Logger } from '../telemetry/logger.ts'

let runningRequests = 0
let idleCallbacks: (() => void)[] = []
let failureLog: Logger | undefined

/** Counts running requests of this process, so that a shutdown can wait for them. */
export async function trackRequest<T>(work: () => Promise<T>): Promise<T> {
  runningRequests++
  try {
    return await work()
  } finally {
    runningRequests--
    if (runningRequests === 0) for (const wake of idleCallbacks.splice(0)) wake()
  }
}
/** Resolves when no request is running, or after `ms`. */
export function waitUntilIdle(ms: number): Promise<void> {
  if (runningRequests === 0) return Promise.resolve()
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    idleCallbacks = [...idleCallbacks, () => (clearTimeout(timer), resolve())]
  })
}

/** Sets the logger for errors of handlers. */
export const setFailureLog = (log: Logger): void => void (failureLog = log)
export const logHandlerFailure = (name: string, error: unknown): void =>
  failureLog?.error({ err: error, event: 'handler.failed', handler: name })
/** Logs that a dependency of the handler is unavailable. */
export const logHandlerUnavailable = (name: string, error: unknown): void =>
  failureLog?.warn({ err: error, event: 'handler.unavailable', handler: name })

/** Wraps a request listener so that an error of a request, of its response or of its work affects only that request. */
export function withErrorBoundary(listener: RequestListener, log: Logger): RequestListener {
  // An error of the request is ignored: when a client disconnects, the code that reads the body and the code that writes the response see
  // the end of their streams.
  const ignoreRequestError = (): void => undefined
  const logResponseError = (error: Error): void => log.warn({ err: error, event: 'response.failed' })
  return (request, response) => {
    request.on('error', ignoreRequestError)
    response.on('error', logResponseError)
    const endRequest = (): void => void response.destroy()
    context.run({ endRequest }, () => {
      try {
        listener(request, response)
      } catch (error) {
        log.error({ err: error, event: 'request.uncaught' })
        endRequest()
      }
    })
  }
}

/**
 * An uncaught error ends the request in whose context it occurred, not the process with all other requests. An uncaught error outside
 * of a request may leave a corrupt state, so it ends the process.
 */
export function handleUncaughtErrors(log: Logger): void {
  const handleUncaught = (error: unknown): void => {
    const { requestId, endRequest } = context.get()
    if (requestId === undefined && !endRequest) {
      log.fatal({ err: error, event: 'process.uncaught' })
      process.exit(1)
    }
    log.error({ err: error, event: 'request.uncaught' })
    endRequest?.()
  }
  process.on('uncaughtException', handleUncaught)
  process.on('unhandledRejection', handleUncaught)
}
