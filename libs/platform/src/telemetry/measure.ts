import { metrics, SLOW } from './metrics.ts'

const processed = metrics.histogram(
  'messaging.process.duration',
  'Time to handle one event, by service and outcome',
  SLOW,
)
const answered = metrics.histogram('rpc.server.call.duration', 'Time to answer one request of the bus, by outcome')
const deadLetters = metrics.counter('daymark.dead_letters', { description: 'Events that became dead letters' })
const dropped = metrics.counter('daymark.bus.dropped', {
  description: 'Invalid messages on the bus',
})
const refused = metrics.counter('daymark.rpc.refused', {
  description: 'Rejected requests on the bus: unsigned, forged, expired or replayed',
})

const secondsSince = (started: number): number => (performance.now() - started) / 1000
const event = (service: string, type: string) => ({
  'messaging.consumer.group.name': service,
  'messaging.destination.name': type,
})

/** Metrics of every service: handled events and answered requests. */
export const measure = {
  handled: (service: string, type: string, started: number) =>
    processed.record(secondsSince(started), event(service, type)),
  failed: (service: string, type: string, started: number) =>
    processed.record(secondsSince(started), { ...event(service, type), 'error.type': 'failed' }),
  deadLettered: (service: string, type: string) => deadLetters.add(1, { service, type }),
  dropped: (type: string) => dropped.add(1, { type }),
  /** `code`: error code of the catalogue; undefined for success. */
  answered: (method: string, code: string | undefined, started: number) =>
    answered.record(secondsSince(started), { 'rpc.method': method, ...(code !== undefined && { 'error.type': code }) }),
  refused: (subject: string, reason: string) => refused.add(1, { subject, reason }),
}

const unreadableReasons = ['damaged', 'key'] as const
const unreadable = metrics.counter('daymark.storage.object.refuse', {
  description: 'Encrypted objects that could not be read or stored: damaged or without their key',
  known: unreadableReasons.map(reason => ({ reason })),
})

/** Counts an encrypted object that could not be decrypted. */
export const countUnreadableObject = ({ name }: Error): void =>
  unreadable.add(1, { reason: name === 'ObjectDamaged' ? 'damaged' : 'key' })
