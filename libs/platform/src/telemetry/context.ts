import { AsyncLocalStorage } from 'node:async_hooks'
import type { Precondition } from '@daymark/contracts'
import { context as otel, isSpanContextValid, trace, type Context, type SpanContext } from '@opentelemetry/api'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

export type RequestContext = {
  requestId?: string
  /** Ends the request that this work belongs to, where nobody is left to catch its error. */
  fail?: () => void
  /** The caller makes a change only in this state. `Database.commit` of the service that owns the resource checks it. */
  precondition?: Precondition | undefined
}
const storage = new AsyncLocalStorage<RequestContext>()

/** What surrounds the running work: the request id for logs, and the active trace for everything that travels. */
export const context = {
  run: <T>(values: RequestContext, work: () => T): T => storage.run(values, work),
  get: (): RequestContext => storage.getStore() ?? {},
  /** The trace that this belongs to; with metrics alone there are spans that stand for none. */
  trace(): SpanContext | undefined {
    const active = trace.getActiveSpan()?.spanContext()
    return active && isSpanContextValid(active) ? active : undefined
  },
  traceparent(): string | undefined {
    const active = context.trace()
    return active && writeTraceparent(active)
  },
  /** The trace that a message carried; work done inside belongs to it. */
  from(traceparent: string | undefined): Context {
    const carried = traceparent === undefined ? undefined : readTraceparent(traceparent)
    return carried ? trace.setSpanContext(otel.active(), carried) : otel.active()
  },
}
