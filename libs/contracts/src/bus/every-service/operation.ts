import { z } from 'zod'
import { isoTime, rpc, successOutput, text, superAdminRpc } from '../define.ts'

const itemCount = z.number().int().nonnegative()
/** Start times of the last 7 and 30 days. The caller computes both, so that all services use the same periods. */
const periodStarts = z.object({ week: z.iso.datetime(), month: z.iso.datetime() })

/** Totals over all accounts. Only for super_admin. */
export const accountTotals = {
  identity: superAdminRpc(
    'identity.operation.figures',
    periodStarts,
    z.object({
      users: itemCount,
      activeWeek: itemCount.describe('Number of users who signed in or used a session since `week`.'),
      activeMonth: itemCount.describe('Number of users who signed in or used a session since `month`.'),
      storageLimit: itemCount.describe('Sum of the storage limits of all accounts, in bytes.'),
    }),
  ),
  library: superAdminRpc(
    'library.operation.figures',
    periodStarts.pick({ week: true }),
    z.object({
      images: itemCount,
      storage: itemCount.describe('Bytes, counted as in rule 7.'),
      uploadedWeek: itemCount,
      albums: itemCount,
      tags: itemCount,
    }),
  ),
  sharing: superAdminRpc(
    'sharing.operation.figures',
    periodStarts.pick({ week: true }),
    z.object({ shares: itemCount, views: itemCount, sharesWeek: itemCount }),
  ),
}

/** State of one process of a service at its last heartbeat. */
export const replicaView = z.object({
  id: z.uuid(),
  version: text.max(100),
  startedAt: isoTime,
  memory: z.number().nonnegative().describe('Resident memory in bytes.'),
  eventLoopMs: z
    .number()
    .nonnegative()
    .describe('99th percentile of the event-loop delay since the previous heartbeat, in milliseconds.'),
})
export type ReplicaView = z.infer<typeof replicaView>
export const listedReplica = replicaView.extend({ seenAt: isoTime })

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
/** Numbers of jobs of one kind in the queue of a service. `failing`: jobs whose last attempt failed and which wait for a retry. */
export const jobKindView = z.object({
  kind: z.string(),
  waiting: itemCount,
  running: itemCount,
  failing: itemCount,
  oldestSeconds: z.number().nonnegative(),
  lastError: z.string().nullable(),
})
export type JobKindView = z.infer<typeof jobKindView>
/** Selects the dead letters of one event, optionally for one subscriber. Without an event, selects all dead letters of the service. */
export const deadLetterFilter = z.object({
  eventId: z.string().max(40).optional(),
  subscriber: text.max(200).optional(),
})
export type DeadLetterFilter = z.infer<typeof deadLetterFilter>
const changedCount = z.object({ changed: itemCount })

/** Result of one check of `daymark doctor`. `needed`: the service cannot run correctly if the check fails. */
const checkView = z.object({ name: z.string(), ok: z.boolean(), needed: z.boolean(), message: z.string() })
const settingView = z.object({
  name: z.string(),
  value: z.string().nullable().describe('Null: not set, or a secret.'),
  isSecret: z.boolean(),
  isSet: z.boolean(),
})
export type SettingView = z.infer<typeof settingView>

/** Calls that the platform implements for every service with a database. Only for super_admin. */
const defineOperationCalls = <S extends string>(service: S) => ({
  report: superAdminRpc(
    `${service}.operation.report`,
    z.object({}),
    z.object({
      /** Whether dependencies other than the database respond, such as the store. */
      ready: z.boolean(),
      replicas: z.array(listedReplica.extend({ service: z.string() })).max(1000),
      outbox: z.object({ waiting: itemCount, oldestSeconds: z.number().nonnegative() }),
      jobs: z.array(jobKindView),
      deadLetters: itemCount,
      databaseBytes: itemCount,
    }),
  ),
  settings: superAdminRpc(
    `${service}.operation.settings`,
    z.object({}),
    z.object({ settings: z.array(settingView), checks: z.array(checkView) }),
  ),
  /** Returns dead letters, newest first. */
  deadLetters: superAdminRpc(
    `${service}.operation.dead-letters`,
    z.object({ limit: z.number().int().min(1).max(1000) }),
    z.object({ letters: z.array(deadLetterView) }),
  ),
  replayDeadLetters: superAdminRpc(`${service}.operation.replay-dead-letters`, deadLetterFilter, changedCount),
  /** Deletes dead letters. The subscriber will never receive these events. */
  dropDeadLetters: superAdminRpc(`${service}.operation.drop-dead-letters`, deadLetterFilter, changedCount),
})
export type OperationCalls = ReturnType<typeof defineOperationCalls>

export const operation = {
  identity: defineOperationCalls('identity'),
  billing: defineOperationCalls('billing'),
  library: defineOperationCalls('library'),
  media: defineOperationCalls('media'),
  sharing: defineOperationCalls('sharing'),
  developer: defineOperationCalls('developer'),
  admin: defineOperationCalls('admin'),
}

const defineReadyCall = (service: string) => rpc(`${service}.ready`, z.object({}), successOutput)

/** Succeeds if the service can use its database, and throws UNAVAILABLE otherwise. Implemented by the platform. */
export const ready = {
  identity: defineReadyCall('identity'),
  billing: defineReadyCall('billing'),
  library: defineReadyCall('library'),
  media: defineReadyCall('media'),
  sharing: defineReadyCall('sharing'),
  developer: defineReadyCall('developer'),
  admin: defineReadyCall('admin'),
}

/** Retention periods from the configuration of each service, for the public Privacy page. */
export const retentionFacts = {
  sharing: rpc(
    'sharing.facts.get',
    z.object({}),
    z.object({
      visitDays: z.number().describe('Days for which single visit events are retained.'),
      mailDays: z.number().optional().describe('Days for which the record of a sent email is retained.'),
      trashDays: z.number().describe('Days for which deleted items can be restored.'),
    }),
  ),
  admin: rpc(
    'admin.facts.get',
    z.object({}),
    z.object({
      auditDays: z.number().describe('Days for which audit log entries are retained.'),
      activityDays: z.number().describe('Days for which uploads and new links are listed in the activity log.'),
    }),
  ),
}
