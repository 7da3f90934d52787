import {
  context as otel,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
} from '@opentelemetry/api'
import { context } from './context.ts'
import { safeException } from './safe-spans.ts'

const tracer = trace.getTracer('daymark')
type SpanOptions = { kind?: SpanKind; attributes?: Attributes; traceparent?: string }

/**
 * Runs work in a span, as a child of the active span or of the trace that a message carried. It costs nothing when telemetry is off. In an
 * unsampled trace it only propagates the context.
 */
export function span<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const parent = context.from(options.traceparent)
  if (isDropped(parent)) return otel.with(parent, work)
  const current = tracer.startSpan(
    name,
    { kind: options.kind ?? SpanKind.INTERNAL, attributes: options.attributes },
    parent,
  )
  return otel.with(trace.setSpan(parent, current), async () => {
    try {
      return await work()
    } catch (error) {
      current.recordException(safeException(error as Error))
      current.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      current.end()
    }
  })
}

/** True if the root of the trace decided against sampling. */
function isDropped(parent: Context): boolean {
  const beginning = trace.getSpanContext(parent)
  return beginning !== undefined && (beginning.traceFlags & TraceFlags.SAMPLED) === 0
}
export { SpanKind }
