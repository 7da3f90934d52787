import {
  AckPolicy,
  DeliverPolicy,
  type JetStreamManager,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { nanos, PermissionViolationError } from '@nats-io/transport-node'
import { ConfigError } from '../config/config.ts'
import type { LaneOptions } from './transport.ts'

export const STREAM = 'DAYMARK'
const DAY_MS = 86_400_000
export const subject = (type: string): string => `daymark.event.${type}`

/** The stream of all events: made when absent, changed when its limits are others. */
export function ensureStream(manager: JetStreamManager, replicas: number): Promise<void> {
  const limits = {
    subjects: ['daymark.event.>'],
    num_replicas: replicas,
    max_age: nanos(14 * DAY_MS),
    duplicate_window: nanos(10 * 60_000),
  }
  const fixed = { name: STREAM, storage: StorageType.File, retention: RetentionPolicy.Limits }
  return ensure(limits, {
    find: async () => (await manager.streams.info(STREAM)).config,
    make: async () => (await manager.streams.add({ ...fixed, ...limits })).config,
    change: () => manager.streams.update(STREAM, limits),
  })
}

/** The name under which a lane of a service keeps its place in the stream. */
export const durableOf = ({ service, lane }: { service: string; lane: string }): string => `${service}-${lane}`

export type ConsumerOptions = { ackWaitMs: number; version?: string }

/** The consumer of a lane: made when absent, changed when it is to receive other events. */
export function ensureConsumer(
  manager: JetStreamManager,
  lane: Pick<LaneOptions, 'service' | 'lane' | 'types'>,
  { ackWaitMs, version }: ConsumerOptions,
): Promise<void> {
  const durable = durableOf(lane)
  const config = {
    ack_wait: nanos(ackWaitMs),
    max_ack_pending: -1,
    ...subjectFilter(lane.types, version),
    max_deliver: -1,
  }
  const fixed = { durable_name: durable, ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All }
  return ensure(config, {
    find: async () => (await manager.consumers.info(STREAM, durable)).config,
    make: async () => (await manager.consumers.add(STREAM, { ...fixed, ...config })).config,
    change: () => manager.consumers.update(STREAM, durable, config),
  })
}

type Steps = { find(): Promise<object>; make(): Promise<object>; change(): Promise<unknown> }

/** Looks before it asks for anything: a service that may not change the bus needs to only when `daymark migrate` was forgotten. */
async function ensure(wanted: object, { find, make, change }: Steps): Promise<void> {
  const unlessAnswered = (error: unknown) => {
    if (!(error instanceof JetStreamApiError)) throw error
  }
  try {
    const found = (await find().catch(unlessAnswered)) ?? (await make().catch(unlessAnswered))
    // made by another process at the same time, or by an earlier version
    if (!found || isOther(found, wanted)) await change()
  } catch (error) {
    if (!((error as Error).cause instanceof PermissionViolationError)) throw error
    throw new ConfigError(
      'The bus is not prepared for this version and this process may not do it: run `daymark migrate` as a user of nats-server that may.',
    )
  }
}

/** An absent list and a missing filter count as none. */
function isOther(found: object, wanted: object): boolean {
  const before = found as Record<string, unknown>
  return Object.entries(wanted).some(([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value))
}

/** Servers before 2.10 know one filter per consumer: a lane of several types then receives all and drops the rest. */
export function subjectFilter(types: string[], version = ''): { filter_subject?: string; filter_subjects?: string[] } {
  const [first, ...more] = types.map(subject)
  if (!more.length) return { filter_subject: first }
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 2 || minor >= 10 ? { filter_subjects: types.map(subject) } : {}
}
