import {
  type AccountSummary,
  type AccountView,
  type activity,
  type AuditEntry,
  type backups,
  type http,
  type operations,
  type outgoing,
  type Output,
  PLANS,
  type ChainProgress,
} from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import { presentUser } from './account.ts'

/** S-ADA-02. Lists the fields explicitly, so that new fields of the identity service stay internal. */
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

export const presentDisputeNotices = ({ notices }: Output<typeof outgoing.disputeNotices>): http.DisputeNotices => ({
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

export const presentAllBackups = (summary: Output<typeof backups.getSummary>): http.BackupSummary => ({
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

type Settings = Output<typeof operations.getSettings>['settings']

export const presentSystemSettings = (settings: Settings): http.SystemSettings['settings'] =>
  settings.map(({ service, name, value, isSecret, isSet }) => ({
    service,
    name,
    value,
    secret: isSecret,
    is_default: !isSet,
  }))

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
