import { metrics as otel, type Attributes } from '@opentelemetry/api'

const meter = otel.getMeter('daymark')

/** Values use the base units of Prometheus: seconds and bytes; `1` is a ratio. */
type MetricOptions = { description: string; unit?: 's' | 'By' | '1'; attributes?: Attributes }
/** `known`: label sets that start with 0, because Prometheus cannot compute a rate from the first value of a counter. */
type CounterOptions = MetricOptions & { known?: Attributes[] }
type Reading = [value: number, attributes: Attributes]

/** Histogram buckets in seconds: those of the semantic conventions for requests, and larger ones (SLOW) for work such as decoding. */
export const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
export const SLOW = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 900, 3600]

/**
 * docs/operations/telemetry.md lists the metrics. They cost nothing until a reader is registered (DAYMARK_OPS_PORT). Label values come
 * from a fixed set: never use an id, a host, an address or a name that a user entered.
 */
export const metrics = {
  counter(name: string, { description, unit, known = [] }: CounterOptions) {
    const counter = meter.createCounter(name, { description, unit })
    for (const attributes of known) counter.add(0, attributes)
    return counter
  },
  upDown: (name: string, { description, unit }: MetricOptions) =>
    meter.createUpDownCounter(name, { description, unit }),
  /** Values are in seconds. */
  histogram: (name: string, description: string, buckets: number[] = REQUEST_BUCKETS) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: buckets } }),
  /** A value, or one for each attribute set, that is read at each scrape. If reading fails, the scrape contains no value. */
  gauge(
    name: string,
    { description, unit, attributes = {} }: MetricOptions,
    read: () => number | Reading[] | Promise<number | Reading[]>,
  ): void {
    meter.createObservableGauge(name, { description, unit }).addCallback(async result => {
      try {
        const readings = await read()
        if (typeof readings === 'number') result.observe(readings, attributes)
        else for (const [value, own] of readings) result.observe(value, { ...attributes, ...own })
      } catch {
        // e.g. the database is unavailable, which /readyz reports
      }
    })
  },
  /** A counter whose value is maintained elsewhere and read at each scrape. */
  total(name: string, { description, unit, attributes = {} }: MetricOptions, read: () => Reading[]): void {
    meter.createObservableCounter(name, { description, unit }).addCallback(result => {
      for (const [value, own] of read()) result.observe(value, { ...attributes, ...own })
    })
  },
}

/** Calls during a running read share its result, so that several gauges of one scrape read once. */
export function singleFlight<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= read().finally(() => (running = undefined)))
}
