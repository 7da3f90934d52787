import { context as otel, SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api'
import { context } from './context.ts'
import { safeException } from './safe-spans.ts'

const tracer = trace.getTracer('daymark')
type SpanOptions = { kind?: SpanKind; attributes?: Attributes; traceparent?: string }

/** Runs work inside a span, as a child of what is active or of the trace that a message carried. Free when telemetry is off. */
export function span<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const parent = context.from(options.traceparent)
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
export { SpanKind }
