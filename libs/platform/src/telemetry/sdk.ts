import { safeSpans } from './safe-spans.ts'
import { withoutTokens } from './without-tokens.ts'
import { processEnv, type Env } from '../config/env.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import type { Span } from '@opentelemetry/api'
import type { NodeSDK } from '@opentelemetry/sdk-node'

let sdk: NodeSDK | undefined
let exporter: PrometheusExporter | undefined

/**
 * Traces when OTEL_EXPORTER_OTLP_ENDPOINT is set, metrics when DAYMARK_OPS_PORT is; otherwise nothing is loaded and nothing costs.
 * Must run before anything that loads http or pg: only then are they instrumented.
 */
export async function telemetryOn(env: Env = processEnv()): Promise<void> {
  const traces = Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
  const metrics = Boolean(env['DAYMARK_OPS_PORT'])
  if (!traces && !metrics) return
  const [{ NodeSDK }, { HttpInstrumentation }, { PgInstrumentation }, { PrometheusExporter }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/instrumentation-http'),
    import('@opentelemetry/instrumentation-pg'),
    import('@opentelemetry/exporter-prometheus'),
  ])
  if (metrics) exporter = new PrometheusExporter({ preventServerStart: true })
  sdk = new NodeSDK({
    serviceName: env['OTEL_SERVICE_NAME'] ?? 'daymark',
    metricReaders: exporter ? [exporter] : [],
    instrumentations: [
      new HttpInstrumentation({ requestHook: withoutSecrets }),
      ...(traces ? [new PgInstrumentation({ requireParentSpan: true })] : []),
    ],
  })
  sdk.start()
  safeSpans()
}

export async function telemetryOff(): Promise<void> {
  await sdk?.shutdown().catch(() => {})
}

/** Answers GET /metrics in the Prometheus text format; false when it is something else or metrics are off. */
export async function metricsText(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (!exporter || (request.url ?? '').split('?')[0] !== '/metrics') return false
  exporter.getMetricsRequestHandler(request, response)
  return true
}

/** Share tokens travel in addresses; they may not reach a trace. */
function withoutSecrets(span: Span, request: { url?: string; path?: string }): void {
  const target = request.url ?? request.path ?? ''
  const [path = '', query] = withoutTokens(target).split('?')
  const clean = { 'http.target': query ? `${path}?${query}` : path, 'url.path': path, 'url.query': query ?? '' }
  for (const [name, value] of Object.entries(clean)) span.setAttribute(name, value)
  for (const name of ['http.url', 'url.full']) span.setAttribute(name, `${path}${query ? `?${query}` : ''}`)
}
