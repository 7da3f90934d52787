import { z } from 'zod'
import { announcementView, maintenanceView } from '../../bus/admin/notices.ts'
import { operations, serviceView } from '../../bus/admin/operation.ts'
import { jobKindView, listedReplica } from '../../bus/every-service/operation.ts'
import { requiredTextSchema } from '../../rules/visible-text.ts'
import { snakeCased } from '../snake-case.ts'

export const replica = snakeCased(listedReplica)
export const jobKind = snakeCased(jobKindView)
export type JobKind = z.infer<typeof jobKind>
const serviceState = snakeCased(serviceView)
export type ServiceState = z.infer<typeof serviceState>
export const systemServices = z.object({
  version: z.string(),
  bus: z.enum(['memory', 'nats']),
  services: z.array(serviceState),
})
export type SystemServices = z.infer<typeof systemServices>

/** Events that a subscriber could not process. */
export const deadLetters = snakeCased(operations.listDeadLetters.output)
export type DeadLetters = z.infer<typeof deadLetters>
export type DeadLetter = DeadLetters['letters'][number]
/** Selects one event of one subscriber. Without `event_id` and `subscriber`: all dead letters of the service. */
export const deadLetterFilter = z.object({
  service: z.string().max(40),
  event_id: z.string().max(40).optional(),
  subscriber: z.string().max(200).optional(),
})
export const changedCount = z.object({ changed: z.number().int() })

export const mediaWork = snakeCased(operations.getWork.output)
export type MediaWork = z.infer<typeof mediaWork>
export const failedPhoto = snakeCased(operations.listFailedPhotos.output.shape.photos.element)
export type FailedPhoto = z.infer<typeof failedPhoto>
export const failedPhotosQuery = z.object({ after: z.string().max(40).optional() })
export const failedPhotos = snakeCased(operations.listFailedPhotos.output)
export type FailedPhotos = z.infer<typeof failedPhotos>
/** Failed photos to process again. Without `ids`: as many photos as can be queued in two seconds; the remaining photos stay failed. */
export const requeueBody = z.object({ ids: z.array(z.string().max(40)).min(1).max(1000).optional() })

/** Queued and failing emails and webhooks, and the custom domains. A field is null if its service did not respond; `notes` names this service. */
export const outgoing = snakeCased(operations.getOutgoing.output)
export type Outgoing = z.infer<typeof outgoing>

/** State of the backups of all accounts. `problems`: newest first. */
export const backupSummary = z.object({
  configured: z.boolean(),
  accounts: z.number().describe('Number of accounts that have a backup.'),
  running: z.number().nullable().describe('Number of backups that are running or queued.'),
  newest_at: z.string().nullable(),
  late: z.number().describe('Number of backups that are overdue. An account can have one in each backup store.'),
  failing: z.number().nullable().describe('Number of backups whose last attempt failed.'),
  damaged: z.number().nullable().describe('Number of backups whose last verification found damaged files.'),
  drill: z
    .object({ at: z.string(), passed: z.boolean(), checked: z.number(), accounts: z.number() })
    .nullable()
    .describe('Summary of the last verification of each backup. `at`: time of the most recent one.'),
  problems: z.array(z.object({ user_id: z.string(), offsite: z.boolean(), at: z.string(), reason: z.string() })),
})
export type BackupSummary = z.infer<typeof backupSummary>

/** A refund or dispute that the payment provider reported. */
export const disputeNotice = z.object({
  id: z.string(),
  kind: z.string(),
  user_id: z.string().nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  status: z.string(),
  reason: z.string().nullable(),
  noted_at: z.string(),
})
export const disputeNotices = z.object({ notes: z.array(disputeNotice) })
export type DisputeNotices = z.infer<typeof disputeNotices>

/** A setting of a service. The value of a secret is not returned. */
const systemSetting = z.object({
  service: z.string(),
  name: z.string(),
  value: z.string().nullable(),
  secret: z.boolean(),
  is_default: z.boolean(),
})
const systemCheck = z.object({ name: z.string(), ok: z.boolean(), needed: z.boolean(), message: z.string() })
export const systemSettings = z.object({
  settings: z.array(systemSetting),
  checks: z.array(systemCheck),
  notes: z.array(z.string()).describe('Services that did not respond.'),
})
export type SystemSettings = z.infer<typeof systemSettings>

/** A number that is null if its service did not respond. `notes` names this service. */
const figure = z.number().nullable()
/** Names the services that did not respond. Empty: the response is complete. */
const notes = z.array(z.string())

/**
 * GET /api/admin/dashboard (S-ADA-01). A week is the last 7 days, a month the last 30 days. An active user signed in or used a session in
 * that period.
 */
export const dashboard = z.object({
  users: z.object({ total_users: figure, active_week: figure, active_month: figure }),
  images: z.object({ total_images: figure, total_storage: figure.describe('Size in bytes.'), uploaded_week: figure }),
  albums: z.object({ total_albums: figure }),
  tags: z.object({ total_tags: figure }),
  shares: z.object({ total_shares: figure, total_views: figure, shares_week: figure }),
  notes,
})
export type Dashboard = z.infer<typeof dashboard>

/** GET /api/admin/health (S-ADA-04). Sizes are bytes, `uptime` is seconds. */
export const adminHealth = z.object({
  diskUsage: z
    .object({ percentUsed: figure, available: figure, total: figure, used: figure })
    .describe('Volume that holds the photos. Null for an object store, which reports no such values.'),
  database: z.string().describe('`connected` is healthy.'),
  uptime: z.number(),
  storage: z.object({ total_used: figure, total_limit: figure.describe('Sum of the storage limits of all accounts.') }),
  memory: z.object({ heapUsed: z.number(), heapTotal: z.number() }),
  notes,
})
export type AdminHealth = z.infer<typeof adminHealth>

/** A banner that all signed-in users see from `starts_at` until `ends_at`. `ends_at` null: until an administrator removes it. */
export const announcement = snakeCased(announcementView)
export type Announcement = z.infer<typeof announcement>
export const announcements = z.object({ announcements: z.array(announcement) })
export const announcementBody = z.object({
  text: requiredTextSchema('An announcement needs a text.', 500),
  kind: announcementView.shape.kind.default('info'),
  starts_at: z.string().max(40).nullish(),
  ends_at: z.string().max(40).nullish(),
})

/** Maintenance: writes fail with 503 and Retry-After, except sign-in, sign-out and administration. Galleries stay open. */
export const maintenance = snakeCased(maintenanceView)
export type Maintenance = z.infer<typeof maintenance>
export const maintenanceBody = z.object({ on: z.boolean(), message: z.string().max(300).nullish() })

/** Current announcements and maintenance mode. */
export const notices = z.object({ announcements: z.array(announcement), maintenance })
export type Notices = z.infer<typeof notices>
