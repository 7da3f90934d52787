import type { Precondition } from '@daymark/contracts'
import {
  type Context,
  isSpanContextValid,
  context as otel,
  type SpanContext,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import { AsyncLocalStorage } from 'node:async_hooks'

const TRACEPARENT_PATTERN = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Formats a `traceparent` of W3C Trace Context. */
const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`

export function parseTraceparent(text: string): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT_PATTERN.exec(text) ?? []
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
  return isSpanContextValid(spanContext) ? spanContext : undefined
}

export type RequestContext = {
  requestId?: string
  /** Ends the request to which this work belongs, after an uncaught error. */
  endRequest?: () => void
  /**
   * The version of a resource that the caller expects for its change. `Database.commit` of the service that owns the resource checks it.
   */
  precondition?: Precondition | undefined
}
const storage = new AsyncLocalStorage<RequestContext>()

/** The context of the running work: the request id for logs and the active trace for outgoing messages. */
export const context = {
  run: <T>(values: RequestContext, work: () => T): T => storage.run(values, work),
  get: (): RequestContext => storage.getStore() ?? {},
  /** The active trace; undefined for invalid span contexts, which exist when only metrics are enabled. */
  trace(): SpanContext | undefined {
    const activeSpan = trace.getActiveSpan()?.spanContext()
    return activeSpan && isSpanContextValid(activeSpan) ? activeSpan : undefined
  },
  traceparent(): string | undefined {
    const activeSpan = context.trace()
    return activeSpan && formatTraceparent(activeSpan)
  },
  /** The trace context of a received message; without a valid `traceparent`, the active context. */
  fromTraceparent(traceparent: string | undefined): Context {
    const remoteSpan = traceparent === undefined ? undefined : parseTraceparent(traceparent)
    return remoteSpan ? trace.setSpanContext(otel.active(), remoteSpan) : otel.active()
  },
}
