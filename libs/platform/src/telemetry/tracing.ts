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
 * Runs work inside a span, as a child of what is active or of the trace that a message carried. Free when telemetry is off, and
 * nearly so in a trace that is not kept: what comes after its beginning makes no span, it only hands the trace on.
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

/** Of a trace whose beginning decided that nobody keeps it. */
function isDropped(parent: Context): boolean {
  const beginning = trace.getSpanContext(parent)
  return beginning !== undefined && (beginning.traceFlags & TraceFlags.SAMPLED) === 0
}
export { SpanKind }
