import {
  type Attributes,
  type Context,
  context as otel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { context } from './context.ts'
import { redactException } from './safe-spans.ts'

const tracer = trace.getTracer('daymark')
type SpanOptions = { kind?: SpanKind; attributes?: Attributes; traceparent?: string }

/**
 * Runs work in a span. The parent of the span is the trace in `traceparent`, as received with a message, otherwise the active span. It
 * costs nothing when telemetry is off. In an unsampled trace it only propagates the context.
 */
export function runInSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const parent = context.fromTraceparent(options.traceparent)
  if (isUnsampled(parent)) return otel.with(parent, work)
  const startedSpan = tracer.startSpan(
    name,
    { kind: options.kind ?? SpanKind.INTERNAL, attributes: options.attributes },
    parent,
  )
  return otel.with(trace.setSpan(parent, startedSpan), async () => {
    try {
      return await work()
    } catch (error) {
      startedSpan.recordException(redactException(error as Error))
      startedSpan.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      startedSpan.end()
    }
  })
}

/** True if the root of the trace decided against sampling. */
function isUnsampled(parent: Context): boolean {
  const rootContext = trace.getSpanContext(parent)
  return rootContext !== undefined && (rootContext.traceFlags & TraceFlags.SAMPLED) === 0
}
export { SpanKind }

const METHODS_WITHOUT_BODY = new Set(['GET', 'HEAD'])

/** The span of an incoming request; the root of the trace unless a page of this installation started it. */
type RequestSpan = {
  /** Runs `work` inside the span, including the listeners of a request with a body. */
  run<T>(work: () => T): T
  end(route: string, status: number): void
}

/**
 * Starts the span of a request. It is written by hand, because the HTTP server instrumentation doubles the time of an image response and
 * records URLs that must not be stored. It costs nothing when telemetry is off.
 */
export function beginRequestSpan(request: IncomingMessage, response: ServerResponse, method: string): RequestSpan {
  const parent = propagation.extract(ROOT_CONTEXT, request.headers)
  const attributes = { 'http.request.method': method }
  const startedSpan = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
  const spanContext = trace.setSpan(parent, startedSpan)
  // Packets of a body arrive outside of the context, so the emitters are bound to it. Binding costs as much as the span, so requests
  // without a body skip it.
  if (startedSpan.isRecording() && !METHODS_WITHOUT_BODY.has(method))
    for (const emitter of [request, response]) otel.bind(spanContext, emitter)
  return {
    run: work => otel.with(spanContext, work),
    end(route, status) {
      startedSpan.updateName(`${method} ${route}`)
      startedSpan.setAttributes({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) startedSpan.setStatus({ code: SpanStatusCode.ERROR })
      startedSpan.end()
    },
  }
}

/** Maximum number of cached statements. It bounds memory if a text is built dynamically. */
const MAX_CACHED_STATEMENTS = 1000
const spanCache = new Map<string, { name: string; attributes: Attributes }>()

/** Ends the span of a statement, with the error if it failed. */
type EndStatementSpan = (error?: unknown) => void

/**
 * Starts a span for a statement of a sampled trace. Returns undefined for an unsampled trace. It is written by hand, because the driver
 * instrumentation creates two spans and takes a fifth of the time of a photo page even for unsampled traces.
 */
export function beginStatementSpan(text: string, parent: Context = otel.active()): EndStatementSpan | undefined {
  if (trace.getSpan(parent)?.isRecording() !== true) return undefined
  const { name, attributes } = describeStatement(text)
  const startedSpan = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent)
  return error => {
    if (error) {
      startedSpan.recordException(redactException(error as Error))
      startedSpan.setStatus({ code: SpanStatusCode.ERROR })
      const { code } = error as { code?: unknown }
      if (typeof code === 'string') startedSpan.setAttribute('db.response.status_code', code)
    }
    startedSpan.end()
  }
}

/** Whether the active trace is sampled. */
export const isTraced = (): boolean => trace.getActiveSpan()?.isRecording() === true

function describeStatement(text: string): { name: string; attributes: Attributes } {
  const cached = spanCache.get(text)
  if (cached) return cached
  const operation = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'STATEMENT'
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text,
  }
  const span = { name: `pg.query:${operation}`, attributes }
  if (spanCache.size < MAX_CACHED_STATEMENTS) spanCache.set(text, span)
  return span
}
