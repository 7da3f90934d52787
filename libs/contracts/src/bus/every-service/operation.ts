import { z } from 'zod'
import { isoTime, rpc, text } from '../define.ts'

const count = z.number().int().nonnegative()
/** Times as text: the caller's clock decides what a week is, not that of the database. */
const spans = z.object({ week: z.iso.datetime(), month: z.iso.datetime() })

/** What the owners of things know of all accounts together. For super_admin. */
export const figures = {
  identity: rpc(
    'identity.operation.figures',
    spans,
    z.object({
      users: count,
      activeWeek: count.describe('Number of users who signed in or were active since then.'),
      activeMonth: count,
      storageLimit: count.describe('Sum of the storage limits of all accounts, in bytes.'),
    }),
  ),
  library: rpc(
    'library.operation.figures',
    spans.pick({ week: true }),
    z.object({
      images: count,
      storage: count.describe('Bytes, counted as in rule 7.'),
      uploadedWeek: count,
      albums: count,
      tags: count,
    }),
  ),
  sharing: rpc(
    'sharing.operation.figures',
    spans.pick({ week: true }),
    z.object({ shares: count, views: count, sharesWeek: count }),
  ),
}

/** One process of a service, as it wrote itself down. */
export const replicaView = z.object({
  id: z.uuid(),
  version: text.max(100),
  startedAt: isoTime,
  memory: z.number().nonnegative().describe('Resident memory in bytes.'),
  eventLoopMs: z.number().nonnegative().describe('99th percentile since the previous report.'),
})
export type ReplicaView = z.infer<typeof replicaView>
const seenReplica = replicaView.extend({ seenAt: isoTime })

export const deadLetterView = z.object({
  eventId: z.string(),
  subscriber: z.string(),
  type: z.string(),
  reason: z.string(),
  attempts: z.number().int(),
  diedAt: isoTime,
  replaying: z.boolean(),
})
export type DeadLetterView = z.infer<typeof deadLetterView>
/** Jobs of one kind in the queue of a service. `failing`: those that wait for another attempt. */
export const jobKindView = z.object({
  kind: z.string(),
  waiting: count,
  running: count,
  failing: count,
  oldestSeconds: z.number().nonnegative(),
  lastError: z.string().nullable(),
})
export type JobKindView = z.infer<typeof jobKindView>
/** One event, of one subscriber or of all; without either everything of the service. */
export const deadLetterFilter = z.object({
  eventId: z.string().max(40).optional(),
  subscriber: text.max(200).optional(),
})
export type DeadLetterFilter = z.infer<typeof deadLetterFilter>
const changed = z.object({ changed: count })

/** One line of `daymark doctor`. */
const checkView = z.object({ name: z.string(), ok: z.boolean(), needed: z.boolean(), says: z.string() })
export const settingView = z.object({
  name: z.string(),
  value: z.string().nullable().describe('Null: not set, or a secret.'),
  isSecret: z.boolean(),
  isSet: z.boolean(),
})
export type SettingView = z.infer<typeof settingView>

/** What the service kit answers of every service that keeps something; for super_admin. */
const operationOf = <S extends string>(service: S) => ({
  report: rpc(
    `${service}.operation.report`,
    z.object({}),
    z.object({
      /** Whether what it needs beside its database answers, such as the store. */
      ready: z.boolean(),
      replicas: z.array(seenReplica.extend({ service: z.string() })).max(1000),
      outbox: z.object({ waiting: count, oldestSeconds: z.number().nonnegative() }),
      jobs: z.array(jobKindView),
      deadLetters: count,
      databaseBytes: count,
    }),
  ),
  settings: rpc(
    `${service}.operation.settings`,
    z.object({}),
    z.object({ settings: z.array(settingView), checks: z.array(checkView) }),
  ),
  /** The newest first. */
  deadLetters: rpc(
    `${service}.operation.dead-letters`,
    z.object({ limit: z.number().int().min(1).max(1000) }),
    z.object({ letters: z.array(deadLetterView) }),
  ),
  replayDeadLetters: rpc(`${service}.operation.replay-dead-letters`, deadLetterFilter, changed),
  /** Given up for good. */
  dropDeadLetters: rpc(`${service}.operation.drop-dead-letters`, deadLetterFilter, changed),
})
export type Operation = ReturnType<typeof operationOf>

export const operation = {
  identity: operationOf('identity'),
  billing: operationOf('billing'),
  library: operationOf('library'),
  media: operationOf('media'),
  sharing: operationOf('sharing'),
  developer: operationOf('developer'),
  admin: operationOf('admin'),
}
