import { type Attributes, metrics as otel } from '@opentelemetry/api'

const meter = otel.getMeter('daymark')

/** `unit`: the base units of Prometheus, which are seconds and bytes (`By`); `1` is a ratio. */
type MetricOptions = { description: string; unit?: 's' | 'By' | '1'; attributes?: Attributes }
/**
 * `initialAttributes`: attribute sets for which the counter is reported as 0 from the start, because Prometheus cannot compute a rate from
 * the first value of a counter.
 */
type CounterOptions = MetricOptions & { initialAttributes?: Attributes[] }
type Reading = [value: number, attributes: Attributes]

/** Histogram buckets in seconds: those of the semantic conventions for requests, and larger ones for slow work such as decoding. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
export const SLOW_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 900, 3600]

/**
 * docs/operations/telemetry.md lists the metrics. They cost nothing until a reader is registered (DAYMARK_OPS_PORT). Label values come
 * from a fixed set: never use an id, a host, an address or a name that a user entered.
 */
export const metrics = {
  counter(name: string, { description, unit, initialAttributes = [] }: CounterOptions) {
    const counter = meter.createCounter(name, { description, unit })
    for (const attributes of initialAttributes) counter.add(0, attributes)
    return counter
  },
  upDownCounter: (name: string, { description, unit }: MetricOptions) =>
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
        else
          for (const [value, readingAttributes] of readings)
            result.observe(value, { ...attributes, ...readingAttributes })
      } catch {
        // The error is ignored: /readyz reports an unavailable database.
      }
    })
  },
  /** A counter whose value is maintained elsewhere and read at each scrape. */
  observableCounter(name: string, { description, unit, attributes = {} }: MetricOptions, read: () => Reading[]): void {
    meter.createObservableCounter(name, { description, unit }).addCallback(result => {
      for (const [value, readingAttributes] of read()) result.observe(value, { ...attributes, ...readingAttributes })
    })
  },
}

/**
 * Returns a function that calls `read` but never twice at the same time: calls during a running read share its result, so that several
 * gauges of one scrape read once.
 */
export function singleFlight<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= read().finally(() => (running = undefined)))
}

const eventDuration = metrics.histogram(
  'messaging.process.duration',
  'Time to handle one event, by service and outcome',
  SLOW_BUCKETS,
)
const callDuration = metrics.histogram('rpc.server.call.duration', 'Time to answer one request of the bus, by outcome')
const deadLetterCounter = metrics.counter('daymark.dead_letters', { description: 'Events that became dead letters' })
const droppedMessages = metrics.counter('daymark.bus.dropped', {
  description: 'Invalid messages on the bus',
})
const rejectedCalls = metrics.counter('daymark.rpc.refused', {
  description: 'Rejected requests on the bus: unsigned, forged, expired or replayed',
})

const secondsSince = (startedAtMs: number): number => (performance.now() - startedAtMs) / 1000
const eventLabels = (service: string, type: string) => ({
  'messaging.consumer.group.name': service,
  'messaging.destination.name': type,
})

/** Metrics of every service: handled events and answered requests. */
export const serviceMetrics = {
  recordHandledEvent: (service: string, type: string, startedAtMs: number) =>
    eventDuration.record(secondsSince(startedAtMs), eventLabels(service, type)),
  recordFailedEvent: (service: string, type: string, startedAtMs: number) =>
    eventDuration.record(secondsSince(startedAtMs), { ...eventLabels(service, type), 'error.type': 'failed' }),
  recordDeadLetter: (service: string, type: string) => deadLetterCounter.add(1, { service, type }),
  recordDroppedMessage: (type: string) => droppedMessages.add(1, { type }),
  /** `code`: error code of the catalog; undefined for success. */
  recordCall: (method: string, code: string | undefined, startedAtMs: number) =>
    callDuration.record(secondsSince(startedAtMs), {
      'rpc.method': method,
      ...(code !== undefined && { 'error.type': code }),
    }),
  recordRejectedCall: (subject: string, reason: string) => rejectedCalls.add(1, { subject, reason }),
}

const unreadableReasons = ['damaged', 'key'] as const
const unreadableObjects = metrics.counter('daymark.storage.object.refuse', {
  description: 'Encrypted objects that could not be read or stored: damaged or without their key',
  initialAttributes: unreadableReasons.map(reason => ({ reason })),
})

/** Counts an encrypted object that could not be decrypted. */
export const countUnreadableObject = ({ name }: Error): void =>
  unreadableObjects.add(1, { reason: name === 'ObjectDamaged' ? 'damaged' : 'key' })
