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
  tracer.startSpan = (name, options, context) =>
    safe(startSpan(name, options && { ...options, attributes: safeAttributes(options.attributes) }, context))
}

function safe(span: Span): Span {
  if (!span.isRecording()) return span
  const setStatus = span.setStatus.bind(span)
  const recordException = span.recordException.bind(span)
  const setAttribute = span.setAttribute.bind(span)
  span.setStatus = (status: SpanStatus) => setStatus({ code: status.code })
  span.recordException = (error, time) => recordException(safeException(error), time)
  span.setAttribute = (name, value) => (isSafeAttribute(name) ? setAttribute(name, value) : span)
  span.setAttributes = attributes => {
    for (const [name, value] of Object.entries(safeAttributes(attributes))) setAttribute(name, value)
    return span
  }
  return span
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
