import {
  AckPolicy,
  DeliverPolicy,
  type JetStreamManager,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { nanos, PermissionViolationError, TimeoutError } from '@nats-io/transport-node'
import { ConfigError } from '../config/config.ts'
import { EVENT_DAYS, type LaneOptions } from './transport.ts'

export const STREAM = 'DAYMARK'
const DAY_MS = 86_400_000
const MOST_TRIES = 4
export const subject = (type: string): string => `daymark.event.${type}`

/** The stream of all events: made when absent, changed when its limits are others. */
export function ensureStream(manager: JetStreamManager, replicas: number): Promise<void> {
  const limits = {
    subjects: ['daymark.event.>'],
    num_replicas: replicas,
    max_age: nanos(EVENT_DAYS * DAY_MS),
    duplicate_window: nanos(10 * 60_000),
  }
  const fixed = { name: STREAM, storage: StorageType.File, retention: RetentionPolicy.Limits }
  return ensure(limits, {
    find: async () => (await manager.streams.info(STREAM)).config,
    make: async () => (await manager.streams.add({ ...fixed, ...limits })).config,
    change: () => manager.streams.update(STREAM, limits),
  })
}

/** A place in the stream: what it receives, and the name under which the server keeps it. */
export type Place = { durable: string; types: string[] }
type LaneTypes = Pick<LaneOptions, 'service' | 'lane' | 'types'>
const laneName = ({ service, lane }: LaneTypes): string => `${service}-${lane}`

/** One place for a lane; servers before 2.10 know one filter per consumer, there each type has one of its own. */
export function placesOf(lane: LaneTypes, version = ''): Place[] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isTogether = lane.types.length < 2 || major > 2 || minor >= 10
  if (isTogether) return [{ durable: laneName(lane), types: lane.types }]
  return lane.types.map(type => ({ durable: `${laneName(lane)}-${type.replaceAll('.', '_')}`, types: [type] }))
}
/** The names of all places that a lane may have, whatever the server. */
export const durablesOf = (lane: LaneTypes): string[] => [
  ...new Set(['2.9', '2.10'].flatMap(version => placesOf(lane, version)).map(({ durable }) => durable)),
]

/**
 * The consumer of a place: made when absent, changed when it is to receive other events. Only `mayNarrow` takes events away from it: a
 * process of the version before, started beside or after a newer one, leaves it those that it does not know itself.
 */
export function ensureConsumer(
  manager: JetStreamManager,
  place: Place,
  ackWaitMs: number,
  { mayNarrow = false } = {},
): Promise<void> {
  const filter = subjectFilter(place.types)
  const config = { ack_wait: nanos(ackWaitMs), max_ack_pending: -1, ...filter, max_deliver: -1 }
  const fixed = { durable_name: place.durable, ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All }
  const find = async () => {
    const found = (await manager.consumers.info(STREAM, place.durable)).config
    return !mayNarrow && isEnough(found, place.types) ? { ...found, ...filter } : found
  }
  return ensure(config, {
    find,
    make: async () => (await manager.consumers.add(STREAM, { ...fixed, ...config })).config,
    change: () => manager.consumers.update(STREAM, place.durable, config),
  })
}

type Steps = { find(): Promise<object>; make(): Promise<object>; change(): Promise<unknown> }

/** Looks before it asks for anything: a service that may not change the bus needs to only when `daymark migrate` was forgotten. */
async function ensure(wanted: object, { find, make, change }: Steps): Promise<void> {
  const unlessAnswered = (error: unknown) => {
    if (!(error instanceof JetStreamApiError)) throw error
  }
  const work = async () => {
    const found = (await find().catch(unlessAnswered)) ?? (await make().catch(unlessAnswered))
    // made by another process at the same time, or by an earlier version
    if (!found || isOther(found, wanted)) await change()
  }
  try {
    await patiently(work)
  } catch (error) {
    if (!((error as Error).cause instanceof PermissionViolationError)) throw error
    throw new ConfigError(
      'The bus is not prepared for this version and this process may not do it: run `daymark migrate` as a user of nats-server that may.',
    )
  }
}

/** What may be asked for twice is, where there was no answer in five seconds: nats-server or this process has stood still. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof TimeoutError) || tries === MOST_TRIES) throw error
    }
  }
}

/** An absent list and a missing filter count as none. */
function isOther(found: object, wanted: object): boolean {
  const before = found as Record<string, unknown>
  return Object.entries(wanted).some(([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value))
}

type Filter = { filter_subject?: string; filter_subjects?: string[] }

/** Both are named: what is changed from the one to the other would have both. */
function subjectFilter(types: string[]): Filter {
  const [first, ...more] = types.map(subject)
  const several = more.length > 0
  return { filter_subject: several ? undefined : first, filter_subjects: several ? types.map(subject) : undefined }
}

function isEnough({ filter_subject: one, filter_subjects: several = [] }: Filter, types: string[]): boolean {
  return types.every(type => one === subject(type) || several.includes(subject(type)))
}
