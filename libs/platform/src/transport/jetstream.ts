import { DAY_MS } from '@daymark/contracts'
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
import { EVENT_DAYS, type ConsumerOptions } from './transport.ts'

export const STREAM = 'DAYMARK'
const MAX_REQUEST_ATTEMPTS = 4
export const eventSubject = (type: string): string => `daymark.event.${type}`

/** Creates the stream of all events, or updates its limits. */
export function ensureStream(manager: JetStreamManager, replicas: number): Promise<void> {
  const limits = {
    subjects: ['daymark.event.>'],
    num_replicas: replicas,
    max_age: nanos(EVENT_DAYS * DAY_MS),
    duplicate_window: nanos(10 * 60_000),
  }
  const fixedConfig = { name: STREAM, storage: StorageType.File, retention: RetentionPolicy.Limits }
  return ensureConfig(limits, {
    find: async () => (await manager.streams.info(STREAM)).config,
    create: async () => (await manager.streams.add({ ...fixedConfig, ...limits })).config,
    update: () => manager.streams.update(STREAM, limits),
  })
}

/** A JetStream consumer: its durable name and the event types that it receives. */
export type ConsumerSpec = { durable: string; types: string[] }
type ConsumerTypes = Pick<ConsumerOptions, 'service' | 'priority' | 'types'>
const consumerName = ({ service, priority }: ConsumerTypes): string => `${service}-${priority}`

/** One consumer per priority. Servers before 2.10 support one filter per consumer; there each event type has its own consumer. */
export function consumersOf(consumer: ConsumerTypes, version = ''): ConsumerSpec[] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const supportsFilters = consumer.types.length < 2 || major > 2 || minor >= 10
  if (supportsFilters) return [{ durable: consumerName(consumer), types: consumer.types }]
  return consumer.types.map(type => ({
    durable: `${consumerName(consumer)}-${type.replaceAll('.', '_')}`,
    types: [type],
  }))
}
/** Returns the durable names that the JetStream consumers may have, with any version of nats-server. */
export const durableNamesOf = (consumer: ConsumerTypes): string[] => [
  ...new Set(['2.9', '2.10'].flatMap(version => consumersOf(consumer, version)).map(({ durable }) => durable)),
]

/**
 * Creates the consumer, or updates the event types that it receives. Types are removed only with `mayNarrow`: a process of the previous
 * version that starts during an upgrade must not remove the types of the new version.
 */
export function ensureConsumer(
  manager: JetStreamManager,
  spec: ConsumerSpec,
  ackWaitMs: number,
  { mayNarrow = false } = {},
): Promise<void> {
  const filter = subjectFilter(spec.types)
  const config = { ack_wait: nanos(ackWaitMs), max_ack_pending: -1, ...filter, max_deliver: -1 }
  const fixedConfig = { durable_name: spec.durable, ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All }
  const find = async () => {
    const current = (await manager.consumers.info(STREAM, spec.durable)).config
    return !mayNarrow && coversTypes(current, spec.types) ? { ...current, ...filter } : current
  }
  return ensureConfig(config, {
    find,
    create: async () => (await manager.consumers.add(STREAM, { ...fixedConfig, ...config })).config,
    update: () => manager.consumers.update(STREAM, spec.durable, config),
  })
}

type ConfigOperations = { find(): Promise<object>; create(): Promise<object>; update(): Promise<unknown> }

/**
 * Creates a stream or consumer, or updates it if it differs from `desired`. Reads the current configuration before writing, so that a
 * service without write permission fails only if `daymark migrate` has not been run.
 */
async function ensureConfig(desired: object, { find, create, update }: ConfigOperations): Promise<void> {
  const ignoreApiErrors = (error: unknown) => {
    if (!(error instanceof JetStreamApiError)) throw error
  }
  const work = async () => {
    const current = (await find().catch(ignoreApiErrors)) ?? (await create().catch(ignoreApiErrors))
    // If `current` is undefined, another process created it at the same time. If it differs, an earlier version may have created it.
    if (!current || hasDifference(current, desired)) await update()
  }
  try {
    await retryOnTimeout(work)
  } catch (error) {
    if (!((error as Error).cause instanceof PermissionViolationError)) throw error
    throw new ConfigError(
      'The bus is not prepared for this version, and this process has no permission to prepare it. Run `daymark migrate` as a user of nats-server that has this permission.',
    )
  }
}

/** Repeats an idempotent request that timed out, for example because nats-server or this process was suspended. */
export async function retryOnTimeout<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof TimeoutError) || attempt === MAX_REQUEST_ATTEMPTS) throw error
    }
  }
}

/** Whether `current` has another value for any setting in `desired`. An undefined setting equals an absent one. */
function hasDifference(current: object, desired: object): boolean {
  const currentFields = current as Record<string, unknown>
  return Object.entries(desired).some(([key, value]) => JSON.stringify(currentFields[key]) !== JSON.stringify(value))
}

type Filter = { filter_subject?: string; filter_subjects?: string[] }

/**
 * Returns the filter of a consumer. It contains both fields, one of them undefined, because an update keeps fields that it does not
 * contain, and the server rejects a consumer with both filters.
 */
function subjectFilter(types: string[]): Filter {
  const [first, ...others] = types.map(eventSubject)
  const hasMultiple = others.length > 0
  return {
    filter_subject: hasMultiple ? undefined : first,
    filter_subjects: hasMultiple ? types.map(eventSubject) : undefined,
  }
}

function coversTypes({ filter_subject: subject, filter_subjects: subjects = [] }: Filter, types: string[]): boolean {
  return types.every(type => subject === eventSubject(type) || subjects.includes(eventSubject(type)))
}
