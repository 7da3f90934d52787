import type { IncomingMessage, ServerResponse } from 'node:http'
import { context as otel, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('daymark')
const BODILESS = new Set(['GET', 'HEAD'])

/** The span of an incoming request; the root of the trace unless a page of this installation started it. */
export type RequestSpan = {
  /** Runs `work` inside the span, including the listeners of a request with a body. */
  run<T>(work: () => T): T
  end(route: string, status: number): void
}

/**
 * Starts the span of a request. It is written by hand, because the HTTP server instrumentation doubles the time of an image response and
 * records URLs that must not be stored. It costs nothing when telemetry is off.
 */
export function beginRequest(request: IncomingMessage, response: ServerResponse, method: string): RequestSpan {
  const parent = propagation.extract(ROOT_CONTEXT, request.headers)
  const attributes = { 'http.request.method': method }
  const current = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
  const spanContext = trace.setSpan(parent, current)
  // packets of a body arrive outside of the context; binding costs as much as the span, so requests without a body skip it
  if (current.isRecording() && !BODILESS.has(method))
    for (const emitter of [request, response]) otel.bind(spanContext, emitter)
  return {
    run: work => otel.with(spanContext, work),
    end(route, status) {
      current.updateName(`${method} ${route}`)
      current.setAttributes({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) current.setStatus({ code: SpanStatusCode.ERROR })
      current.end()
    },
  }
}
