import {
  type AccountSummary,
  type AccountView,
  type activity,
  type AnnouncementView,
  type AuditEntry,
  type backups,
  type http,
  type NoticesState,
  type operations,
  type Output,
  PLANS,
  type ChainProgress,
} from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import { presentUser } from './account.ts'

/** S-ADA-02. Lists its fields explicitly, so that new fields of the identity service stay internal. */
export function presentAdminUser(account: AccountView): http.AdminUser {
  return {
    ...presentUser(account),
    state: account.state,
    suspended_reason: account.suspendedReason,
    deletion_due_at: account.deletionDueAt,
    deletion_by_owner: account.deletionByOwner ?? false,
    last_seen_at: account.lastSeenAt,
  }
}

/** An account for administrators. A part is null if its service did not respond; `notes` then names the service. */
export function presentAccountSummary(summary: AccountSummary): http.AdminAccount {
  const { account, plan, usage, signIn, links, developer, notes } = summary
  return {
    user: presentAdminUser(account),
    plan: plan && {
      tier: plan.tier,
      tier_name: PLANS[plan.tier].name,
      status: plan.status,
      storage_limit: plan.storageLimit,
      end_date: plan.endDate,
      past_due_since: plan.pastDueSince,
      cancel_at_period_end: plan.cancelAtPeriodEnd ?? false,
      managed: plan.managed ?? false,
    },
    usage: usage && { images: usage.photos, albums: usage.albums, storage_used: usage.storageUsed },
    sign_in: {
      sessions: signIn.sessions.map(({ id, device, address, createdAt, lastSeenAt }) => ({
        id,
        device,
        address,
        created_at: createdAt,
        last_seen_at: lastSeenAt,
      })),
      second_step: signIn.secondStep,
      passkeys: signIn.passkeys,
    },
    links,
    developer: developer && {
      tokens: developer.tokens,
      token_last_used_at: developer.tokenLastUsedAt,
      webhooks: developer.webhooks,
      failing_webhooks: developer.failingWebhooks,
    },
    notes,
  }
}

type ActivityEntry = Output<typeof activity.list>['items'][number]

export const presentActivity = ({
  id,
  type,
  userId,
  userName,
  albumTitle,
  filename,
  viewCount,
  at,
}: ActivityEntry): http.ActivityItem => ({
  id,
  activity_type: type,
  user_id: userId,
  user_name: userName,
  album_title: albumTitle,
  image_filename: filename,
  view_count: viewCount,
  created_at: at,
})

type DiskSpace = Awaited<ReturnType<NonNullable<Storage['space']>>>

type Figures = Output<typeof operations.getFigures>

/** Figures of a service that did not respond. */
const UNKNOWN_FIGURES = {
  identity: { users: null, activeWeek: null, activeMonth: null },
  library: { images: null, storage: null, uploadedWeek: null, albums: null, tags: null },
  sharing: { shares: null, views: null, sharesWeek: null },
}
const pickKnownFigures = ({ identity, library, sharing }: Figures) => ({
  ...(identity && { identity }),
  ...(library && { library }),
  ...(sharing && { sharing }),
})

export function presentDashboard(figures: Figures): http.Dashboard {
  const { identity, library, sharing } = { ...UNKNOWN_FIGURES, ...pickKnownFigures(figures) }
  return {
    users: { total_users: identity.users, active_week: identity.activeWeek, active_month: identity.activeMonth },
    images: { total_images: library.images, total_storage: library.storage, uploaded_week: library.uploadedWeek },
    albums: { total_albums: library.albums },
    tags: { total_tags: library.tags },
    shares: { total_shares: sharing.shares, total_views: sharing.views, shares_week: sharing.sharesWeek },
    notes: figures.notes,
  }
}

/** Space that the operating system reserves counts as used. */
export function presentDisk(space: DiskSpace | undefined): http.AdminHealth['diskUsage'] {
  if (!space) return { percentUsed: null, available: null, total: null, used: null }
  const { size: total, free: available } = space
  const usedBytes = total - available
  return { percentUsed: total > 0 ? Math.round((usedBytes / total) * 1000) / 10 : 0, available, total, used: usedBytes }
}

type Outgoing = Output<typeof operations.getOutgoing>
type OutgoingPart<K extends keyof Outgoing> = NonNullable<Outgoing[K]>

export const presentOutgoing = ({ mails, webhooks, domains, notes }: Outgoing): http.Outgoing => ({
  mails: mails && presentMails(mails),
  webhooks: webhooks && presentWebhooks(webhooks),
  domains: domains && domains.map(presentDomain),
  notes,
})

const presentMails = ({ setUp, waiting, failing }: OutgoingPart<'mails'>) => ({
  set_up: setUp,
  waiting,
  failing: failing.map(({ id, topic, userId, attempts, error, nextAt }) => ({
    id,
    topic,
    user_id: userId,
    attempts,
    error,
    next_at: nextAt,
  })),
})

const presentWebhooks = ({ waiting, failing }: OutgoingPart<'webhooks'>) => ({
  waiting,
  failing: failing.map(({ id, ownerId, host, failingSince, lastError, active }) => ({
    id,
    owner_id: ownerId,
    host,
    failing_since: failingSince,
    last_error: lastError,
    active,
  })),
})

const presentDomain = (domain: OutgoingPart<'domains'>[number]) => ({
  host: domain.host,
  owner_id: domain.ownerId,
  state: domain.state,
  problem: domain.problem,
  checked_at: domain.checkedAt,
  certificate_until: domain.certificateUntil,
})

export const presentDisputeNotices = ({
  notices,
}: Output<typeof operations.listDisputeNotices>): http.DisputeNotices => ({
  notes: notices.map(({ id, kind, userId, amount, currency, status, reason, notedAt }) => ({
    id,
    kind,
    user_id: userId,
    amount,
    currency,
    status,
    reason,
    noted_at: notedAt,
  })),
})

export const presentAllBackups = (summary: Output<typeof backups.problems>): http.BackupsOfAll => ({
  configured: summary.configured,
  accounts: summary.accounts,
  late: summary.late,
  running: summary.running ?? null,
  newest_at: summary.newestAt ?? null,
  drill: summary.drill ?? null,
  failing: summary.failing ?? null,
  damaged: summary.damaged ?? null,
  problems: summary.problems.map(({ userId, target, at, reason }) => ({
    user_id: userId,
    offsite: target === 'offsite',
    at,
    reason,
  })),
})

type Services = Output<typeof operations.getServices>['services']
type Settings = Output<typeof operations.getSettings>['settings']
type DeadLetterViews = Output<typeof operations.listDeadLetters>['letters']

export const presentServices = (services: Services): http.ServiceState[] =>
  services.map(({ name, ready, replicas, outbox, jobs, deadLetters, databaseBytes }) => ({
    name,
    ready,
    replicas: replicas.map(({ id, version, startedAt, seenAt, memory, eventLoopMs }) => ({
      id,
      version,
      started_at: startedAt,
      seen_at: seenAt,
      memory,
      event_loop_ms: eventLoopMs,
    })),
    outbox: outbox && { waiting: outbox.waiting, oldest_seconds: outbox.oldestSeconds },
    jobs: jobs.map(({ kind, waiting, running, failing, oldestSeconds, lastError }) => ({
      kind,
      waiting,
      running,
      failing,
      oldest_seconds: oldestSeconds,
      last_error: lastError,
    })),
    dead_letters: deadLetters,
    database_bytes: databaseBytes,
  }))

export const presentSystemSettings = (settings: Settings): http.SystemSettings['settings'] =>
  settings.map(({ service, name, value, isSecret, isSet }) => ({
    service,
    name,
    value,
    secret: isSecret,
    is_default: !isSet,
  }))

export const presentDeadLetters = (letters: DeadLetterViews): http.DeadLetter[] =>
  letters.map(({ service, eventId, subscriber, type, reason, attempts, diedAt, replaying }) => ({
    service,
    event_id: eventId,
    subscriber,
    type,
    reason,
    attempts,
    died_at: diedAt,
    replaying,
  }))

type MediaWorkView = Output<typeof operations.getWork>
type FailedPhotoView = Output<typeof operations.listFailedPhotos>['photos'][number]

export const presentMediaWork = (figures: MediaWorkView): http.MediaWork => ({
  waiting: figures.waiting,
  in_progress: figures.inProgress,
  to_encrypt: figures.toEncrypt ?? null,
  oldest_seconds: figures.oldestSeconds,
  per_minute: figures.perMinute,
  estimate_seconds: figures.estimateSeconds,
  failed: figures.failed,
  notes: figures.notes,
})

export const presentFailedPhoto = (photo: FailedPhotoView): http.FailedPhoto => ({
  id: photo.id,
  owner_id: photo.ownerId,
  owner_name: photo.ownerName,
  filename: photo.filename,
  size: photo.size,
  uploaded_at: photo.uploadedAt,
})

export const presentAuditEntry = ({ actor: { id, name }, ...entry }: AuditEntry): http.AuditEntry => ({
  ...entry,
  actor: { id, name },
})

export const presentAuditCheck = (
  { entries, first, hash }: ChainProgress,
  brokenAt: number | null,
): http.AuditCheck => ({
  ok: brokenAt === null,
  entries,
  first_seq: first,
  last_hash: entries > 0 ? hash : null,
  broken_at: brokenAt,
})

export const presentAnnouncement = ({ id, text, kind, startsAt, endsAt }: AnnouncementView): http.Announcement => ({
  id,
  text,
  kind,
  starts_at: startsAt,
  ends_at: endsAt,
})

export const presentMaintenance = ({ on, message, since }: NoticesState['maintenance']): http.Maintenance => ({
  on,
  message,
  since,
})
