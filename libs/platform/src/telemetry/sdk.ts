import { createNoopMeter } from '@opentelemetry/api'
import type { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import type { NodeSDK } from '@opentelemetry/sdk-node'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Env, processEnv } from '../config/env.ts'
import { BrowserTracePropagator, createTraceSampler } from './browser-trace-propagator.ts'
import { filterAllSpans } from './safe-spans.ts'

type CollectedMetrics = Parameters<PrometheusSerializer['serialize']>[0]
/** Unit suffixes of the OpenTelemetry specification for Prometheus, which the exporter omits. */
const UNIT_SUFFIXES: Record<string, string> = { s: 'seconds', By: 'bytes', '1': 'ratio' }
/** Timeout of reading the metrics. If a database does not respond, its gauges are missing, but the scrape succeeds. */
const COLLECT_TIMEOUT_MS = 5000
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Responds with all metrics of this process in the text format of Prometheus. */
async function sendMetrics(
  exporter: PrometheusExporter,
  serializer: PrometheusSerializer,
  response: ServerResponse,
): Promise<void> {
  const { resourceMetrics } = await exporter.collect({ timeoutMillis: COLLECT_TIMEOUT_MS })
  response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(serializer.serialize(addUnitSuffixes(resourceMetrics)))
}

function addUnitSuffixes(collected: CollectedMetrics): CollectedMetrics {
  const scopeMetrics = collected.scopeMetrics.map(({ scope, metrics }) => ({
    scope,
    metrics: metrics.map(metric => {
      const { name, unit } = metric.descriptor
      const suffix = UNIT_SUFFIXES[unit]
      return suffix ? { ...metric, descriptor: { ...metric.descriptor, name: `${name}.${suffix}` } } : metric
    }),
  }))
  return { ...collected, scopeMetrics }
}

let sdk: NodeSDK | undefined
let prometheus: { exporter: PrometheusExporter; serializer: PrometheusSerializer } | undefined

/**
 * Starts traces if OTEL_EXPORTER_OTLP_ENDPOINT is set and metrics if DAYMARK_OPS_PORT is set; otherwise nothing is loaded. Call it
 * before any module loads http or creates a meter, because only later uses are instrumented.
 */
export async function startTelemetry(env: Env = processEnv()): Promise<void> {
  const isTracing = isTraceExportEnabled(env)
  const hasMetrics = Boolean(env['DAYMARK_OPS_PORT'])
  if (!isTracing && !hasMetrics) return
  prometheus = hasMetrics ? await openPrometheus() : undefined
  const instrumentations = isTracing ? await loadInstrumentations() : []
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  sdk = new NodeSDK({
    ...(await createResourceAndPropagator(env)),
    ...createExporters(isTracing),
    instrumentations,
  })
  sdk.start()
  // The metrics of the instrumentations are disabled, because they have hosts as labels. Daymark records its own.
  for (const instrumentation of instrumentations)
    instrumentation.setMeterProvider({ getMeter: () => createNoopMeter() })
  filterAllSpans()
  if (hasMetrics) (await import('./process-metrics.ts')).observeProcess()
}

/** Whether traces of requests are sent to a collector. */
export const isTraceExportEnabled = (env: Env = processEnv()): boolean =>
  Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])

/** Explicit lists, because the SDK otherwise configures exporters from the environment. */
const createExporters = (isTracing: boolean) => ({
  metricReaders: prometheus ? [prometheus.exporter] : [],
  logRecordProcessors: [],
  ...(!isTracing && { spanProcessors: [] }),
})

/** Resource and propagator. Attributes of the machine and command line are omitted, because they may name people and folders. */
async function createResourceAndPropagator(env: Env) {
  const [{ envDetector, resourceFromAttributes }, { TraceIdRatioBasedSampler }] = await Promise.all([
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const name = env['OTEL_SERVICE_NAME'] ?? 'daymark'
  return {
    resourceDetectors: [envDetector],
    resource: resourceFromAttributes({ 'service.name': name, 'service.version': readPackageVersion() }),
    textMapPropagator: new BrowserTracePropagator(createTraceSampler(env, TraceIdRatioBasedSampler)),
  }
}

async function openPrometheus() {
  const { PrometheusExporter, PrometheusSerializer } = await import('@opentelemetry/exporter-prometheus')
  // There are no scope labels, because all metrics have the same scope.
  const serializer = new PrometheusSerializer('', false, undefined, false, true)
  return { exporter: new PrometheusExporter({ preventServerStart: true }), serializer }
}

async function loadInstrumentations() {
  const { HttpInstrumentation } = await import('@opentelemetry/instrumentation-http')
  // Incoming requests and statements are traced in tracing.ts.
  return [new HttpInstrumentation({ disableIncomingRequestInstrumentation: true, requireParentforOutgoingSpans: true })]
}

export async function stopTelemetry(): Promise<void> {
  await sdk?.shutdown().catch(() => {})
}

/** Responds to GET /metrics in the Prometheus text format. Resolves to false for other paths, or if metrics are disabled. */
export async function handleMetricsRequest(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (!prometheus || (request.url ?? '').split('?')[0] !== '/metrics') return false
  await sendMetrics(prometheus.exporter, prometheus.serializer, response)
  return true
}

/** The version of this package, which is the version of the product. */
export const readPackageVersion = (): string =>
  String(
    (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: unknown }).version,
  )
