import { z } from 'zod'

export const role = z.enum(['user', 'admin', 'super_admin'])
export type Role = z.infer<typeof role>

/** The caller of a request, or the cause of an event. Jobs and subscribers have the role `system`. */
export const actor = z.object({
  userId: z.string(),
  role: z.enum(['user', 'admin', 'super_admin', 'anonymous', 'system']),
  address: z.string().max(100).optional().describe('IP address of the caller. Used only for the audit log.'),
  name: z.string().max(320).optional().describe('Sign-in name of the caller. Used only for the audit log.'),
  token: z
    .string()
    .max(100)
    .optional()
    .describe('Name of the API token used for the call. Used only for the audit log.'),
})
export type Actor = z.infer<typeof actor>
export const anonymous: Actor = { userId: '', role: 'anonymous' }
export const system: Actor = { userId: '', role: 'system' }

/** A typed request to one service. The name is `service.nouns.verb`; the service in its first word handles the request. */
export type Rpc<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  kind: 'rpc'
  name: string
  subject: string
  input: I
  output: O
  /** The only role that may make the call; other callers get FORBIDDEN (`assertAccess`). Undefined: the handler checks the caller. */
  access?: 'super_admin' | 'system'
}
export function rpc<I extends z.ZodType, O extends z.ZodType>(name: string, input: I, output: O): Rpc<I, O> {
  return { kind: 'rpc', name, subject: `daymark.rpc.${name}`, input, output }
}
/** A request of a super_admin. */
export function superAdminRpc<I extends z.ZodType, O extends z.ZodType>(name: string, input: I, output: O): Rpc<I, O> {
  return { ...rpc(name, input, output), access: 'super_admin' }
}
/** A request of another part of Daymark, never of a user. */
export function systemRpc<I extends z.ZodType, O extends z.ZodType>(name: string, input: I, output: O): Rpc<I, O> {
  return { ...rpc(name, input, output), access: 'system' }
}

/**
 * Priorities of events. `urgent` events are delivered before `main` events. An event is urgent if data must no longer be visible after it,
 * because the data was deleted, revoked or moved. Subscribers with long work run as jobs (`asJob`).
 */
export const priorities = ['urgent', 'main'] as const
export type Priority = (typeof priorities)[number]

/** A typed event. The name is `service.noun.past-participle.version`; only the service in its first word publishes it. */
export type EventType<D extends z.ZodType = z.ZodType> = {
  kind: 'event'
  name: string
  subject: string
  data: D
  priority: Priority
  /** The envelope includes the name and IP address of the caller. Envelopes of other events include only the id and role. */
  includesCaller?: true
}
type EventOptions = { priority?: Priority; includesCaller?: true }
export function event<D extends z.ZodType>(name: string, data: D, { priority = 'main', ...rest }: EventOptions = {}) {
  return { kind: 'event', name, subject: `daymark.event.${name}`, data, priority, ...rest } satisfies EventType<D>
}

/** An event on the bus, with the field names of CloudEvents. `id`: id of the outbox row. Events of one `subject` are delivered in order. */
export const envelope = z.object({
  id: z.uuid(),
  type: z.string(),
  time: z.string(),
  source: z.string(),
  subject: z.string(),
  actor: actor.optional(),
  traceparent: z.string().optional(),
  data: z.unknown(),
})
export type Envelope<D = unknown> = Omit<z.infer<typeof envelope>, 'data'> & { data: D }
/** Returns the account of an event. Delivery is round-robin by account, so that one account cannot delay the events of others. */
export function accountOfEvent({ data, subject }: Pick<Envelope, 'data' | 'subject'>): string {
  const { ownerId, userId } = (data ?? {}) as { ownerId?: unknown; userId?: unknown }
  return String(ownerId ?? userId ?? subject)
}
export type EventOf<E extends EventType> = Envelope<z.infer<E['data']>>

export type Input<C extends Rpc> = z.infer<C['input']>
export type Output<C extends Rpc> = z.input<C['output']>

/** All times are ISO 8601 in UTC. */
export const isoTime = z.iso.datetime()
export const id = z.uuid()
/** Text that Postgres can store. Without this check, NUL and lone surrogates would cause an internal error instead of a validation error. */
export const text = z
  .string()
  .refine(s => s.isWellFormed() && !s.includes('\0'), 'Contains characters that cannot be stored.')
/** The output of a request that returns no data. */
export const successOutput = z.object({ success: z.literal(true) })
