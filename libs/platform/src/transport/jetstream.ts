import { type JetStreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'

export const STREAM = 'DAYMARK'
const DAY_MS = 86_400_000
export const subject = (type: string): string => `daymark.event.${type}`

export async function ensureStream(manager: JetStreamManager, replicas: number): Promise<void> {
  const config = {
    name: STREAM,
    subjects: ['daymark.event.>'],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    num_replicas: replicas,
    max_age: nanos(14 * DAY_MS),
    duplicate_window: nanos(10 * 60_000),
  }
  // several processes start at once: create when absent, else bring the limits up to date
  await manager.streams.add(config).catch(() => manager.streams.update(STREAM, config))
}

/** Servers before 2.10 know one filter per consumer: a lane of several types then hears all and drops the rest. */
export function subjectFilter(types: string[], version = ''): { filter_subject?: string; filter_subjects?: string[] } {
  const [first, ...more] = types.map(subject)
  if (!more.length) return { filter_subject: first }
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 2 || minor >= 10 ? { filter_subjects: types.map(subject) } : {}
}
