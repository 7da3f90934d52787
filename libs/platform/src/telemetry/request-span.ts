import type { IncomingMessage, ServerResponse } from 'node:http'
import { context as otel, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('daymark')
const BODILESS = new Set(['GET', 'HEAD'])

/** A request from outside, as a span: the beginning of a trace, unless our own page began it. */
export type RequestSpan = {
  /** What is done inside belongs to it, also what listeners of a request with a body do. */
  run<T>(work: () => T): T
  end(route: string, status: number): void
}

/**
 * By hand: the instrumentation of HTTP servers costs a picture as much time as its answer, and notes addresses that may not be kept.
 * Free when telemetry is off.
 */
export function beginRequest(request: IncomingMessage, response: ServerResponse, method: string): RequestSpan {
  const parent = propagation.extract(ROOT_CONTEXT, request.headers)
  const attributes = { 'http.request.method': method }
  const current = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
  const around = trace.setSpan(parent, current)
  // a body comes in packets, each of which begins outside; where there is none it would cost as much as the span
  if (current.isRecording() && !BODILESS.has(method))
    for (const emitter of [request, response]) otel.bind(around, emitter)
  return {
    run: work => otel.with(around, work),
    end(route, status) {
      current.updateName(`${method} ${route}`)
      current.setAttributes({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) current.setStatus({ code: SpanStatusCode.ERROR })
      current.end()
    },
  }
}
