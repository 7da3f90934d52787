import { z } from 'zod'
import { done, isoTime, rpc, text } from '../define.ts'
import { deadLetterView, figures, deadLetterFilter, operation, replicaView } from '../every-service/operation.ts'
import { outgoing } from '../every-service/outgoing.ts'
import { work } from '../every-service/work.ts'

/** Sentences for a person about what is missing; empty: everything is there. */
const notes = z.array(z.string())

const report = operation.admin.report.output
const serviceView = z.object({
  name: z.string(),
  /** Whether it answers, and what it needs does. */
  ready: z.boolean(),
  replicas: report.shape.replicas,
  /** null: it does not answer, or keeps nothing. */
  outbox: report.shape.outbox.nullable(),
  jobs: report.shape.jobs,
  deadLetters: report.shape.deadLetters.nullable(),
  databaseBytes: report.shape.databaseBytes.nullable(),
})
const { settings, checks } = operation.admin.settings.output.shape

/** How the installation stands, composed from those who know it. For super_admin. */
export const operations = {
  /** null: that service does not answer, and `notes` says so. */
  getFigures: rpc(
    'admin.operation.figures',
    z.object({}),
    z.object({
      identity: figures.identity.output.nullable(),
      library: figures.library.output.nullable(),
      sharing: figures.sharing.output.nullable(),
      notes,
    }),
  ),
  /** `database`: `connected`, else what is wrong with it. */
  getHealth: rpc(
    'admin.operation.health',
    z.object({}),
    z.object({
      database: z.string(),
      storageUsed: z.number().nullable(),
      storageLimit: z.number().nullable(),
      notes,
    }),
  ),
  /** Who does not answer is not ready, and its replicas are unknown. */
  getServices: rpc(
    'admin.operation.services',
    z.object({}),
    z.object({ bus: z.enum(['memory', 'nats']), services: z.array(serviceView) }),
  ),
  getSettings: rpc(
    'admin.operation.all-settings',
    z.object({}),
    z.object({ settings: z.array(settings.element.extend({ service: z.string() })), checks, notes }),
  ),
  /** Heartbeat of a gateway process, which has no database of its own. `isStopping`: removes the process from the list. */
  recordGatewayHeartbeat: rpc(
    'admin.operation.record-gateway-heartbeat',
    z.object({ replica: replicaView, isStopping: z.boolean() }),
    done,
  ),
  /** null: library or media does not answer. `perMinute`: of the last minutes. */
  getWork: rpc(
    'admin.operation.work',
    z.object({}),
    z.object({
      waiting: z.number().nullable(),
      inProgress: z.number().nullable(),
      oldestSeconds: z.number().nullable(),
      perMinute: z.number().nullable(),
      estimateSeconds: z.number().nullable().describe('Estimated time until the queue is empty. Null: unknown.'),
      failed: z.number().nullable(),
      toEncrypt: z.number().nullable().optional().describe('Number of photos that still have to be encrypted.'),
      notes,
    }),
  ),
  listFailedPhotos: rpc(
    'admin.operation.failed-photos',
    work.failedPhotos.input.pick({ after: true }),
    z.object({
      photos: z.array(work.failedPhotos.output.shape.photos.element.extend({ ownerName: z.string().nullable() })),
      nextAfter: z.string().nullable(),
    }),
  ),
  requeuePhotos: rpc('admin.operation.requeue-photos', work.requeue.input, work.requeue.output),
  /** null: its owner does not answer. `certificateUntil`: null where nobody has looked, or there is none. */
  getOutgoing: rpc(
    'admin.operation.outgoing',
    z.object({}),
    z.object({
      mails: outgoing.mails.output.nullable(),
      webhooks: outgoing.webhooks.output.nullable(),
      domains: z
        .array(outgoing.domains.output.shape.domains.element.extend({ certificateUntil: isoTime.nullable() }))
        .nullable(),
      notes,
    }),
  ),
  listProviderNotes: rpc('admin.operation.provider-notes', z.object({}), outgoing.providerNotes.output),
  /** The newest thousand of all services. */
  listDeadLetters: rpc(
    'admin.operation.all-dead-letters',
    z.object({}),
    z.object({ letters: z.array(deadLetterView.extend({ service: z.string() })), notes }),
  ),
  replayDeadLetters: rpc(
    'admin.operation.replay-letters-of',
    deadLetterFilter.extend({ service: text.max(40) }),
    z.object({ changed: z.number().int() }),
  ),
  dropDeadLetters: rpc(
    'admin.operation.drop-letters-of',
    deadLetterFilter.extend({ service: text.max(40) }),
    z.object({ changed: z.number().int() }),
  ),
}
