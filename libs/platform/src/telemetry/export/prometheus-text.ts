import type { ServerResponse } from 'node:http'
import type { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'

type Collected = Parameters<PrometheusSerializer['serialize']>[0]
/** Unit suffixes of the OpenTelemetry specification for Prometheus, which the exporter omits. */
const UNITS: Record<string, string> = { s: 'seconds', By: 'bytes', '1': 'ratio' }
/** Timeout of reading the metrics. If a database does not respond, its gauges are missing, but the scrape succeeds. */
const COLLECT_MS = 5000
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Responds with all metrics of this process in the text format of Prometheus. */
export async function sendMetrics(
  exporter: PrometheusExporter,
  serializer: PrometheusSerializer,
  response: ServerResponse,
): Promise<void> {
  const { resourceMetrics } = await exporter.collect({ timeoutMillis: COLLECT_MS })
  response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(serializer.serialize(withUnits(resourceMetrics)))
}

function withUnits(collected: Collected): Collected {
  const scopeMetrics = collected.scopeMetrics.map(({ scope, metrics }) => ({
    scope,
    metrics: metrics.map(metric => {
      const { name, unit } = metric.descriptor
      const suffix = UNITS[unit]
      return suffix ? { ...metric, descriptor: { ...metric.descriptor, name: `${name}.${suffix}` } } : metric
    }),
  }))
  return { ...collected, scopeMetrics }
}
