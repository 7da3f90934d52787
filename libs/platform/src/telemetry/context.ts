import { AsyncLocalStorage } from 'node:async_hooks'
import { context as otel, propagation, type Context } from '@opentelemetry/api'

export type RequestContext = {
  requestId?: string
  /** Ends the request that this work belongs to, where nobody is left to catch its error. */
  fail?: () => void
}
const storage = new AsyncLocalStorage<RequestContext>()

/** What surrounds the running work: the request id for logs, and the active trace for everything that travels. */
export const context = {
  run: <T>(values: RequestContext, work: () => T): T => storage.run(values, work),
  get: (): RequestContext => storage.getStore() ?? {},
  traceparent(): string | undefined {
    const carrier: Record<string, string> = {}
    propagation.inject(otel.active(), carrier)
    return carrier['traceparent']
  },
  /** The trace that a message carried; work done inside belongs to it. */
  from(traceparent: string | undefined): Context {
    return traceparent ? propagation.extract(otel.active(), { traceparent }) : otel.active()
  },
}
