import { type Exception, ProxyTracerProvider, type Span, type SpanStatus, trace, type Tracer } from '@opentelemetry/api'
import { safeStack } from './safe-error.ts'
import { safeMessage } from './safe-message.ts'

/** Instrumentations put messages into the status of a span and whole errors into its events: all of them pass here. */
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
  tracer.startSpan = (...args) => safe(startSpan(...args))
}

function safe(span: Span): Span {
  const setStatus = span.setStatus.bind(span)
  const recordException = span.recordException.bind(span)
  span.setStatus = (status: SpanStatus) => setStatus({ code: status.code })
  span.recordException = (error, time) => recordException(safeException(error), time)
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
