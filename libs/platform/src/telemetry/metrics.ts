import { metrics as otel, type Attributes } from '@opentelemetry/api'

const meter = otel.getMeter('daymark')
const handlerTime = meter.createHistogram('daymark.handler.duration', {
  unit: 'ms',
  description: 'Time to handle one event',
})
const handlerFailures = meter.createCounter('daymark.handler.failures', {
  description: 'Failed tries to handle an event',
})
const deadLetters = meter.createCounter('daymark.dead_letters', { description: 'Events given up' })
const droppedMessages = meter.createCounter('daymark.bus.dropped', {
  description: 'Messages of the bus that were no events, or that a listener could not hear',
})
const requestTime = meter.createHistogram('daymark.request.duration', {
  unit: 'ms',
  description: 'Time to answer one request of the bus',
})
const refusedCalls = meter.createCounter('daymark.rpc.refused', {
  description: 'Requests of the bus that were not believed: unsigned, forged, expired or replayed',
})

/** The same names in both modes. Free until a reader is registered (DAYMARK_OPS_PORT). */
export const metrics = {
  handled: (service: string, type: string, ms: number) => handlerTime.record(ms, { service, type }),
  failed: (service: string, type: string) => handlerFailures.add(1, { service, type }),
  deadLettered: (service: string, type: string) => deadLetters.add(1, { service, type }),
  dropped: (type: string) => droppedMessages.add(1, { type }),
  answered: (name: string, code: string, ms: number) => requestTime.record(ms, { name, code }),
  refused: (subject: string, reason: string) => refusedCalls.add(1, { subject, reason }),
  /** A value that is read when somebody scrapes; a failing source leaves a gap. */
  gauge(name: string, description: string, attributes: Attributes, read: () => Promise<number> | number): void {
    meter.createObservableGauge(name, { description }).addCallback(async result => {
      try {
        result.observe(await read(), attributes)
      } catch {
        // the database is away: /readyz reports it, a gauge has no value
      }
    })
  },
  meter,
}
