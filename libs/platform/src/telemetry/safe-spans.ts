import { type Exception, ProxyTracerProvider, type Span, type SpanStatus, trace, type Tracer } from '@opentelemetry/api'
import { isSafeAttribute, safeAttributes } from './export/span-attributes.ts'
import { safeStack } from './safe-error.ts'
import { safeMessage } from './safe-message.ts'

/**
 * Instrumentations put messages into the status of a span, whole errors into its events and addresses into its attributes: all of
 * them pass here.
 */
export function safeSpans(): void {
  const proxy = trace.getTracerProvider()
  if (!(proxy instanceof ProxyTracerProvider)) return
  const provider = proxy.getDelegate()
  const getTracer = provider.getTracer.bind(provider)
  const known = new WeakSet<Tracer>()
  provider.getTracer = (...args) => {
    const tracer = getTracer(...args)
    if (!known.has(tracer)) guard(tracer)
    known.add(tracer)
    return tracer
  }
}

function guard(tracer: Tracer): void {
  const startSpan = tracer.startSpan.bind(tracer)
  tracer.startSpan = (name, options, context) => {
    const begun = startSpan(name, options && { ...options, attributes: safeAttributes(options.attributes) }, context)
    if (begun.isRecording()) guardAllLike(begun)
    return begun
  }
}

const guarded = new WeakSet<object>()

/** Of their class, once: of each span it would cost as much as the span. */
function guardAllLike(span: Span): void {
  const spans = Object.getPrototypeOf(span) as Span
  if (guarded.has(spans)) return
  guarded.add(spans)
  const { setStatus, recordException, setAttribute } = spans
  spans.setStatus = function (this: Span, status: SpanStatus) {
    return setStatus.call(this, { code: status.code })
  }
  spans.recordException = function (this: Span, error, time) {
    recordException.call(this, safeException(error), time)
  }
  spans.setAttribute = function (this: Span, name, value) {
    return isSafeAttribute(name) ? setAttribute.call(this, name, value) : this
  }
  spans.setAttributes = function (this: Span, attributes) {
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined) this.setAttribute(name, value)
    return this
  }
}

/** What a span may keep of an error. */
export function safeException(error: Exception): Exception {
  if (typeof error === 'string') return safeMessage(error)
  const { name, code } = error as { name?: string; code?: string | number }
  return {
    name: name ?? 'Error',
    ...(code !== undefined && { code }),
    message: safeMessage(error),
    stack: safeStack(error as Error),
  } as Exception
}
