import { z } from 'zod'
import { successOutput, isoTime, text, superAdminRpc, systemRpc } from '../define.ts'
import {
  deadLetterFilter,
  deadLetterView,
  accountTotals,
  listedReplica,
  operation,
  replicaView,
} from '../every-service/operation.ts'
import { outgoing } from '../every-service/outgoing.ts'
import { photoProcessing } from '../every-service/work.ts'

/** Names the services that did not respond. Empty: the response is complete. */
const serviceNotes = z.array(z.string())

const serviceReport = operation.admin.report.output
/** State of a service. If the service does not respond, all fields except `name` and `ready` are null or empty. */
export const serviceView = z.object({
  name: z.string(),
  /** Whether the service and its dependencies respond. */
  ready: z.boolean(),
  replicas: z.array(listedReplica),
  /** Null also if the service has no database. */
  outbox: serviceReport.shape.outbox.nullable(),
  jobs: serviceReport.shape.jobs,
  deadLetters: serviceReport.shape.deadLetters.nullable(),
  databaseBytes: serviceReport.shape.databaseBytes.nullable(),
})
const { settings, checks } = operation.admin.settings.output.shape

/** State of the installation with data of all services. Only for super_admin. */
export const operations = {
  /** A field is null if its service did not respond; `notes` names this service. */
  getFigures: superAdminRpc(
    'admin.operation.figures',
    z.object({}),
    z.object({
      identity: accountTotals.identity.output.nullable(),
      library: accountTotals.library.output.nullable(),
      sharing: accountTotals.sharing.output.nullable(),
      notes: serviceNotes,
    }),
  ),
  /** `database`: `connected`, or a description of the problem. */
  getHealth: superAdminRpc(
    'admin.operation.health',
    z.object({}),
    z.object({
      database: z.string(),
      storageUsed: z.number().nullable(),
      storageLimit: z.number().nullable(),
      notes: serviceNotes,
    }),
  ),
  /** If a service did not respond, `ready` is false and `replicas` is empty. */
  getServices: superAdminRpc(
    'admin.operation.services',
    z.object({}),
    z.object({ bus: z.enum(['memory', 'nats']), services: z.array(serviceView) }),
  ),
  getSettings: superAdminRpc(
    'admin.operation.all-settings',
    z.object({}),
    z.object({ settings: z.array(settings.element.extend({ service: z.string() })), checks, notes: serviceNotes }),
  ),
  /** Records that a gateway process runs; the gateway has no database of its own. `isStopping`: the process is removed from the list. */
  recordGatewayHeartbeat: systemRpc(
    'admin.operation.record-gateway-heartbeat',
    z.object({ replica: replicaView, isStopping: z.boolean() }),
    successOutput,
  ),
  /** A number is null if the library or media service did not respond. `perMinute`: average of the last minutes. */
  getWork: superAdminRpc(
    'admin.operation.work',
    z.object({}),
    z.object({
      waiting: z.number().nullable(),
      inProgress: z.number().nullable(),
      oldestSeconds: z.number().nullable(),
      perMinute: z.number().nullable(),
      estimateSeconds: z.number().nullable().describe('Estimated time until the queue is empty. Null: unknown.'),
      failed: z.number().nullable(),
      toEncrypt: z
        .number()
        .nullable()
        .describe('Number of unencrypted photos of accounts whose plan includes encryption at rest.'),
      notes: serviceNotes,
    }),
  ),
  listFailedPhotos: superAdminRpc(
    'admin.operation.failed-photos',
    photoProcessing.failedPhotos.input.pick({ after: true }),
    z.object({
      photos: z.array(
        photoProcessing.failedPhotos.output.shape.photos.element.extend({ ownerName: z.string().nullable() }),
      ),
      nextAfter: z.string().nullable(),
    }),
  ),
  /** A field is null if its service did not respond; `notes` names this service. */
  getOutgoing: superAdminRpc(
    'admin.operation.outgoing',
    z.object({}),
    z.object({
      mails: outgoing.mails.output.nullable(),
      webhooks: outgoing.webhooks.output.nullable(),
      domains: z
        .array(
          outgoing.domains.output.shape.domains.element.extend({
            certificateUntil: isoTime
              .nullable()
              .describe(
                'Expiry of the certificate as seen by this installation. Null: not checked, or no certificate.',
              ),
          }),
        )
        .nullable(),
      notes: serviceNotes,
    }),
  ),
  /** Returns the 1,000 newest dead letters of all services. */
  listDeadLetters: superAdminRpc(
    'admin.operation.all-dead-letters',
    z.object({}),
    z.object({ letters: z.array(deadLetterView.extend({ service: z.string() })), notes: serviceNotes }),
  ),
  replayDeadLetters: superAdminRpc(
    'admin.operation.replay-letters-of',
    deadLetterFilter.extend({ service: text.max(40) }),
    z.object({ changed: z.number().int() }),
  ),
  dropDeadLetters: superAdminRpc(
    'admin.operation.drop-letters-of',
    deadLetterFilter.extend({ service: text.max(40) }),
    z.object({ changed: z.number().int() }),
  ),
}
