import { z } from 'zod'

export const role = z.enum(['user', 'admin', 'super_admin'])
export type Role = z.infer<typeof role>

/** Who is calling. Travels with every request and every event; `system` for jobs and subscribers. */
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

/** A typed request to one service. The name is `service.nouns.verb`; the first word owns it. */
export type Rpc<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  kind: 'rpc'
  name: string
  subject: string
  input: I
  output: O
}
export function rpc<I extends z.ZodType, O extends z.ZodType>(name: string, input: I, output: O): Rpc<I, O> {
  return { kind: 'rpc', name, subject: `daymark.rpc.${name}`, input, output }
}

/**
 * How an event travels. `urgent`: what takes something out of sight (deleted, revoked, moved out), ahead of everything else and
 * held up by nothing else. `main`: the rest. A subscriber whose work takes longer than a moment is a job (`asJob`).
 */
export const lanes = ['urgent', 'main'] as const
export type LaneName = (typeof lanes)[number]

/** A typed fact. The name is `service.noun.past-participle.version`; the first word is the only publisher. */
export type EventType<D extends z.ZodType = z.ZodType> = {
  kind: 'event'
  name: string
  subject: string
  data: D
  lane: LaneName
  /** Its envelope keeps the name and the address of who did it; that of others only who it was. */
  includesCaller?: true
}
type EventOptions = { lane?: LaneName; includesCaller?: true }
export function event<D extends z.ZodType>(name: string, data: D, { lane = 'main', ...rest }: EventOptions = {}) {
  return { kind: 'event', name, subject: `daymark.event.${name}`, data, lane, ...rest } satisfies EventType<D>
}

/** What travels on the bus (CloudEvents words). `id` is the outbox row's id; `subject` is the ordering key. */
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
/** Whose event it is: owners take turns, so that thousands of one do not delay the one of another. */
export function ownerOf({ data, subject }: Pick<Envelope, 'data' | 'subject'>): string {
  const { ownerId, userId } = (data ?? {}) as { ownerId?: unknown; userId?: unknown }
  return String(ownerId ?? userId ?? subject)
}
export type EventOf<E extends EventType> = Envelope<z.infer<E['data']>>

export type Input<C extends Rpc> = z.infer<C['input']>
export type Output<C extends Rpc> = z.input<C['output']>

/** Times on the bus and outside are ISO 8601 UTC. */
export const isoTime = z.iso.datetime()
export const id = z.uuid()
/** Text that Postgres can keep: it knows neither NUL nor half a surrogate pair, and would answer 500 for what a client sent. */
export const text = z
  .string()
  .refine(s => s.isWellFormed() && !s.includes('\0'), 'Contains characters that cannot be stored.')
/** An empty answer that still is JSON. */
export const done = z.object({ success: z.literal(true) })
