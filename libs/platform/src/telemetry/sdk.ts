import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createNoopMeter } from '@opentelemetry/api'
import type { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import type { NodeSDK } from '@opentelemetry/sdk-node'
import { processEnv, type Env } from '../config/env.ts'
import { BrowserParent } from './export/browser-parent.ts'
import { answerMetrics } from './export/prometheus-text.ts'
import { keepsTrace } from './export/sampling.ts'
import { safeSpans } from './safe-spans.ts'

let sdk: NodeSDK | undefined
let prometheus: { exporter: PrometheusExporter; serializer: PrometheusSerializer } | undefined

/**
 * Traces when OTEL_EXPORTER_OTLP_ENDPOINT is set, metrics when DAYMARK_OPS_PORT is; otherwise nothing is loaded and nothing costs.
 * Must run before anything that loads http, or asks for a meter: only then are they instrumented.
 */
export async function telemetryOn(env: Env = processEnv()): Promise<void> {
  const traces = tracesLeave(env)
  const metrics = Boolean(env['DAYMARK_OPS_PORT'])
  if (!traces && !metrics) return
  prometheus = metrics ? await openPrometheus() : undefined
  const libraries = traces ? await tracedLibraries() : []
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  sdk = new NodeSDK({
    ...(await about(env)),
    ...outlets(traces),
    instrumentations: libraries,
  })
  sdk.start()
  // their labels have hosts in them; what is measured is measured by us
  for (const library of libraries) library.setMeterProvider({ getMeter: () => createNoopMeter() })
  safeSpans()
  if (metrics) (await import('./export/process-metrics.ts')).observeProcess()
}

/** Whether traces of requests are sent to a collector. */
export const tracesLeave = (env: Env = processEnv()): boolean =>
  Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])

/** Without these lists the SDK would look for outlets of its own. */
const outlets = (traces: boolean) => ({
  metricReaders: prometheus ? [prometheus.exporter] : [],
  logRecordProcessors: [],
  ...(!traces && { spanProcessors: [] }),
})

/** Who speaks, and what is believed of those who call. Of the machine and the command line nothing is told: they name people and folders. */
async function about(env: Env) {
  const [{ envDetector, resourceFromAttributes }, { TraceIdRatioBasedSampler }] = await Promise.all([
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const name = env['OTEL_SERVICE_NAME'] ?? 'daymark'
  return {
    resourceDetectors: [envDetector],
    resource: resourceFromAttributes({ 'service.name': name, 'service.version': version() }),
    textMapPropagator: new BrowserParent(keepsTrace(env, TraceIdRatioBasedSampler)),
  }
}

async function openPrometheus() {
  const { PrometheusExporter, PrometheusSerializer } = await import('@opentelemetry/exporter-prometheus')
  // names of the scope in every line would tell nothing: all of them are ours
  const serializer = new PrometheusSerializer('', false, undefined, false, true)
  return { exporter: new PrometheusExporter({ preventServerStart: true }), serializer }
}

async function tracedLibraries() {
  const { HttpInstrumentation } = await import('@opentelemetry/instrumentation-http')
  // what comes in is traced by the gateway (request-span.ts), and statements by their connection (statement-span.ts)
  return [new HttpInstrumentation({ disableIncomingRequestInstrumentation: true, requireParentforOutgoingSpans: true })]
}

export async function telemetryOff(): Promise<void> {
  await sdk?.shutdown().catch(() => {})
}

/** Answers GET /metrics in the Prometheus text format; false when it is something else or metrics are off. */
export async function metricsText(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (!prometheus || (request.url ?? '').split('?')[0] !== '/metrics') return false
  await answerMetrics(prometheus.exporter, prometheus.serializer, response)
  return true
}

const version = (): string =>
  String(
    (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: unknown }).version,
  )
