import type { http } from '@daymark/contracts'
import { success, type FakeApi, failure, user } from './fake-api.ts'
import { answerNotices, answerSystem } from './fake-system.ts'

export const person = (n: number, fields: Partial<http.AdminUser> = {}): http.AdminUser => {
  const { time_zone: _, language: __, ...plain } = user()
  return {
    ...plain,
    id: `user-${n}`,
    username: `person${n}@example.org`,
    email: `person${n}@example.org`,
    display_name: `Person ${n}`,
    storage_used: n * 1024 ** 3,
    state: 'active',
    suspended_reason: null,
    deletion_due_at: null,
    deletion_by_owner: false,
    last_seen_at: '2026-05-04T10:00:00.000Z',
    ...fields,
  }
}

export const dashboard = (fields: Partial<http.Dashboard> = {}): http.Dashboard => ({
  users: { total_users: 1234, active_week: 321, active_month: 654 },
  images: { total_images: 98_765, total_storage: 5 * 1024 ** 4, uploaded_week: 4321 },
  albums: { total_albums: 777 },
  tags: { total_tags: 55 },
  shares: { total_shares: 888, total_views: 45_678, shares_week: 66 },
  notes: [],
  ...fields,
})

export const health = (fields: Partial<http.AdminHealth> = {}): http.AdminHealth => ({
  diskUsage: { percentUsed: 42, available: 580 * 1024 ** 3, total: 1024 ** 4, used: 444 * 1024 ** 3 },
  database: 'connected',
  uptime: 273_600,
  storage: { total_used: 5 * 1024 ** 4, total_limit: 50 * 1024 ** 4 },
  memory: { heapUsed: 120 * 1024 ** 2, heapTotal: 240 * 1024 ** 2 },
  notes: [],
  ...fields,
})

export const accountOf = (one: http.AdminUser, fields: Partial<http.AdminAccount> = {}): http.AdminAccount => ({
  user: one,
  plan: {
    tier: one.subscription_tier,
    tier_name: 'Professional',
    status: 'active',
    storage_limit: one.storage_limit,
    end_date: '2026-06-04T10:00:00.000Z',
    past_due_since: null,
    cancel_at_period_end: false,
    managed: false,
  },
  usage: { images: 4321, albums: 12, storage_used: one.storage_used },
  sign_in: {
    sessions: [
      {
        id: 'session-1',
        device: 'Chrome on Mac',
        address: '192.0.2.1',
        created_at: '2026-05-01T10:00:00.000Z',
        last_seen_at: '2026-05-04T10:00:00.000Z',
      },
    ],
    second_step: true,
    passkeys: 1,
  },
  links: { total: 9, active: 7, views: 1500 },
  developer: { tokens: 2, token_last_used_at: null, webhooks: 1, failing_webhooks: 0 },
  notes: [],
  ...fields,
})

export const activityItem = (n: number, fields: Partial<http.ActivityItem> = {}): http.ActivityItem => ({
  id: `activity-${n}`,
  activity_type: 'image_uploaded',
  user_id: 'user-2',
  user_name: 'Person 2',
  album_title: null,
  image_filename: `DSC_${n}.JPG`,
  view_count: null,
  created_at: '2026-05-04T10:00:00.000Z',
  ...fields,
})

export const auditEntry = (seq: number, fields: Partial<http.AuditEntry> = {}): http.AuditEntry => ({
  seq,
  at: '2026-05-04T10:00:00.000Z',
  action: 'user.suspended',
  actor: { id: 'user-1', name: 'Ansel' },
  target: { kind: 'user', id: 'user-2', name: 'Person 2' },
  address: '192.0.2.7',
  details: { reason: 'as she asked' },
  hash: 'ab'.repeat(32),
  ...fields,
})

/** The data of the administration pages. A test can change them before it opens a page. */
export class FakeAdministration {
  users = [person(1, { role: 'super_admin', display_name: 'Ansel' }), person(2), person(3)]
  activity = [
    activityItem(1),
    activityItem(2, {
      activity_type: 'share_created',
      album_title: 'Wedding',
      image_filename: null,
      view_count: 1234,
    }),
  ]
  audit = [auditEntry(2), auditEntry(1, { action: 'maintenance.started', target: null, details: {} })]
  letters: http.DeadLetter[] = []
  failedPhotos: http.FailedPhoto[] = []
  notices: http.Notices = { announcements: [], maintenance: { on: false, message: null, since: null } }

  find = (id: string) => this.users.find(one => one.id === id)
  change(id: string, fields: Partial<http.AdminUser>) {
    this.users = this.users.map(one => (one.id === id ? { ...one, ...fields } : one))
    const changed = this.find(id)
    return changed ? Response.json(changed) : failure(404, 'There is no such user.')
  }
}

const idOf = (url: URL, part = 4) => url.pathname.split('/')[part] ?? ''

function answerUsers(api: FakeApi, all: FakeAdministration) {
  api.on('GET /api/admin/users', ({ url }) => {
    const asked = url.searchParams
    const words = (asked.get('search') ?? '').toLowerCase()
    const found = all.users.filter(
      one =>
        `${one.email} ${one.display_name}`.toLowerCase().includes(words) &&
        (!asked.has('role') || one.role === asked.get('role')) &&
        (!asked.has('tier') || one.subscription_tier === asked.get('tier')) &&
        (!asked.has('state') || one.state === asked.get('state')),
    )
    const start = found.findIndex(({ id }) => id === asked.get('after')) + 1
    return Response.json(found.slice(start, start + Number(asked.get('limit') ?? 50)))
  })
  const create = ({ body }: { body: Record<string, unknown> }) => {
    const made = person(all.users.length + 1, {
      email: String(body['email']),
      display_name: body['displayName'] as string | null,
      role: body['role'] as http.AdminUser['role'],
      subscription_tier: body['subscriptionTier'] as http.AdminUser['subscription_tier'],
    })
    all.users = [made, ...all.users]
    const {
      state: _,
      suspended_reason: __,
      deletion_due_at: ___,
      last_seen_at: ____,
      deletion_by_owner: _____,
      ...plain
    } = made
    return Response.json(
      { ...plain, displayName: made.display_name, subscriptionTier: made.subscription_tier },
      { status: 201 },
    )
  }
  api.on('POST /api/admin/users', create)
  api.on('POST /api/admin/users/invite', create)
  api.on('GET /api/admin/generate-password', () => Response.json({ password: 'olive-tram-7-lantern' }))
  for (const { id } of all.users) answerAccount(api, all, id)
}

function answerAccount(api: FakeApi, all: FakeAdministration, id: string) {
  const path = `/api/admin/users/${id}`
  api.on(`GET ${path}`, () => {
    const one = all.find(id)
    return one ? Response.json(accountOf(one)) : failure(404, 'There is no such user.')
  })
  api.on(`PATCH ${path}`, ({ url, body }) => all.change(idOf(url), body))
  api.on(`PATCH ${path}/plan`, ({ url, body }) => all.change(idOf(url), body))
  api.on(`POST ${path}/suspend`, ({ url, body }) =>
    all.change(idOf(url), { state: 'suspended', suspended_reason: body['reason'] as string | null }),
  )
  api.on(`POST ${path}/reactivate`, ({ url }) =>
    all.change(idOf(url), { state: 'active', suspended_reason: null, deletion_due_at: null }),
  )
  api.on(`DELETE ${path}`, ({ url }) =>
    all.change(idOf(url), { state: 'deleting', deletion_due_at: '2026-05-18T10:00:00.000Z' }),
  )
  api.on(`DELETE ${path}/sessions`, () => success())
  api.on(`POST ${path}/reset-password`, () => Response.json({ temporaryPassword: 'quiet-river-42' }))
  api.on(`POST ${path}/reset-second-step`, () => success())
}

function answerActivity(api: FakeApi, all: FakeAdministration) {
  api.on('GET /api/admin/activity', ({ url }) => {
    const asked = url.searchParams
    const found = all.activity.filter(({ activity_type: type }) => !asked.has('type') || type === asked.get('type'))
    const start = found.findIndex(({ id }) => id === asked.get('before')) + 1
    return Response.json(found.slice(start, start + Number(asked.get('limit') ?? 50)))
  })
  api.on('GET /api/admin/audit', ({ url }) => {
    const asked = url.searchParams
    const found = all.audit.filter(
      entry =>
        (!asked.has('action') || entry.action === asked.get('action')) &&
        (!asked.has('target') || entry.target?.id === asked.get('target')),
    )
    return Response.json({ entries: found, next_before: null })
  })
  api.on('GET /api/admin/audit/check', () =>
    Response.json({ ok: true, entries: 1234, first_seq: 1, last_hash: 'ab'.repeat(32), broken_at: null }),
  )
}

/** Prepares all calls below /api/admin and signs in a super administrator. */
export const withAdministration =
  (prepare: (all: FakeAdministration) => void = () => undefined) =>
  (api: FakeApi) => {
    const all = new FakeAdministration()
    prepare(all)
    api.user = user({ role: 'super_admin' })
    api.on('GET /api/admin/dashboard', () => Response.json(dashboard()))
    api.on('GET /api/admin/health', () => Response.json(health()))
    answerNotices(api, all)
    answerActivity(api, all)
    answerSystem(api, all)
    answerUsers(api, all)
  }
