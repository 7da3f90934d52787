import { metrics } from './metrics.ts'

const reasons = ['damaged', 'key'] as const
const refused = metrics.counter('daymark.storage.object.refuse', {
  description: 'Encrypted objects that could not be read or stored: damaged or without their key',
  known: reasons.map(reason => ({ reason })),
})

/** For whoever opens the store. */
export const countRefused = ({ name }: Error): void =>
  refused.add(1, { reason: name === 'ObjectDamaged' ? 'damaged' : 'key' })
