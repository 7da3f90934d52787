import type { http } from '@daymark/contracts'
import { success, type FakeApi } from './fake-api.ts'

/** State of the system page, which calls of a test change. */
type System = { letters: http.DeadLetter[]; failedPhotos: http.FailedPhoto[]; notices: http.Notices }

const system: http.SystemServices = {
  version: '1.4.0',
  bus: 'nats',
  services: [
    {
      name: 'library',
      ready: true,
      replicas: [
        {
          id: 'library-1',
          version: '1.4.0',
          started_at: '2026-05-01T10:00:00.000Z',
          seen_at: '2026-05-04T10:00:00.000Z',
          memory: 180 * 1024 ** 2,
          event_loop_ms: 11.6,
        },
      ],
      outbox: { waiting: 3, oldest_seconds: 75 },
      jobs: [
        {
          kind: 'purge-photos',
          waiting: 12,
          running: 2,
          failing: 1,
          oldest_seconds: 190,
          last_error: 'the store does not respond',
        },
      ],
      dead_letters: 0,
      database_bytes: 4 * 1024 ** 3,
    },
    { name: 'media', ready: false, replicas: [], outbox: null, jobs: [], dead_letters: null, database_bytes: null },
  ],
}

const outgoing: http.Outgoing = {
  mails: {
    set_up: true,
    waiting: 2,
    failing: [
      {
        id: 'mail-1',
        topic: 'billing',
        user_id: 'user-2',
        attempts: 3,
        error: '550 mailbox unavailable',
        next_at: '2026-05-04T11:00:00.000Z',
      },
    ],
  },
  webhooks: {
    waiting: 0,
    failing: [
      {
        id: 'webhook-1',
        owner_id: 'user-2',
        host: 'hooks.example.org',
        failing_since: '2026-05-03T10:00:00.000Z',
        last_error: '502',
        active: true,
      },
    ],
  },
  domains: [
    {
      host: 'photos.example.org',
      owner_id: 'user-2',
      state: 'active',
      problem: null,
      checked_at: '2026-05-04T10:00:00.000Z',
      certificate_until: '2026-07-01T10:00:00.000Z',
    },
  ],
  notes: [],
}

const backups: http.BackupSummary = {
  configured: true,
  accounts: 12,
  running: 1,
  newest_at: '2026-05-04T03:00:00.000Z',
  late: 0,
  failing: 1,
  damaged: 0,
  drill: { at: '2026-05-04T04:00:00.000Z', passed: true, checked: 600, accounts: 12 },
  problems: [
    {
      user_id: 'user-2',
      offsite: true,
      at: '2026-05-04T03:30:00.000Z',
      reason: 'The backup store is full.',
    },
  ],
}

const settings: http.SystemSettings = {
  settings: [
    {
      service: 'platform',
      name: 'DAYMARK_PUBLIC_URL',
      value: 'https://photos.example.com',
      secret: false,
      is_default: false,
    },
    { service: 'platform', name: 'DAYMARK_SECRET', value: null, secret: true, is_default: false },
    { service: 'library', name: 'DAYMARK_LIBRARY_PURGE_AFTER_DAYS', value: '30', secret: false, is_default: true },
  ],
  checks: [
    { name: 'database', ok: true, needed: true, message: 'PostgreSQL 17 answers.' },
    { name: 'mail', ok: false, needed: false, message: 'No mail server is set up.' },
  ],
  notes: [],
}

export function answerSystem(api: FakeApi, all: System) {
  api.on('GET /api/admin/system/services', () => Response.json(system))
  api.on('GET /api/admin/system/work', () =>
    Response.json({
      waiting: 120,
      in_progress: 4,
      oldest_seconds: 90,
      per_minute: 62.4,
      estimate_seconds: 118,
      failed: all.failedPhotos.length,
      to_encrypt: 1200,
      notes: [],
    }),
  )
  api.on('GET /api/admin/system/outgoing', () => Response.json(outgoing))
  api.on('GET /api/admin/system/backups', () => Response.json(backups))
  api.on('GET /api/admin/system/settings', () => Response.json(settings))
  api.on('GET /api/admin/system/provider-notes', () => Response.json({ notes: [] }))
  api.on('GET /api/admin/dead-letters', () => Response.json({ letters: all.letters, notes: [] }))
  const choose =
    (act: (letter: http.DeadLetter) => http.DeadLetter[]) => (request: { body: Record<string, unknown> }) => {
      const { service, event_id: id } = request.body
      const isMeant = (letter: http.DeadLetter) => letter.service === service && (!id || letter.event_id === id)
      const changed = all.letters.filter(isMeant).length
      all.letters = all.letters.flatMap(letter => (isMeant(letter) ? act(letter) : [letter]))
      return Response.json({ changed })
    }
  api.on(
    'POST /api/admin/dead-letters/replay',
    choose(letter => [{ ...letter, replaying: true }]),
  )
  api.on(
    'POST /api/admin/dead-letters/drop',
    choose(() => []),
  )
  api.on('GET /api/admin/failed-photos', () => Response.json({ photos: all.failedPhotos, next_after: null }))
  api.on('POST /api/admin/failed-photos/requeue', ({ body }) => {
    const ids = body['ids'] as string[] | undefined
    const before = all.failedPhotos.length
    all.failedPhotos = all.failedPhotos.filter(({ id }) => ids && !ids.includes(id))
    return Response.json({ changed: before - all.failedPhotos.length })
  })
}

export function answerNotices(api: FakeApi, all: System) {
  api.on('GET /api/notices', () => Response.json(all.notices))
  api.on('GET /api/admin/announcements', () => Response.json({ announcements: all.notices.announcements }))
  api.on('POST /api/admin/announcements', ({ body }) => {
    const made = {
      id: `announcement-${all.notices.announcements.length + 1}`,
      text: String(body['text']),
      kind: body['kind'] as http.Announcement['kind'],
      starts_at: '2026-05-04T10:00:00.000Z',
      ends_at: body['ends_at'] as string | null,
    }
    all.notices.announcements = [made, ...all.notices.announcements]
    return Response.json(made, { status: 201 })
  })
  api.on('POST /api/admin/maintenance', ({ body }) => {
    const on = body['on'] === true
    all.notices.maintenance = {
      on,
      message: on ? (body['message'] as string | null) : null,
      since: on ? '2026-05-04T10:00:00.000Z' : null,
    }
    return Response.json(all.notices.maintenance)
  })
  for (const { id } of all.notices.announcements)
    api.on(`DELETE /api/admin/announcements/${id}`, () => {
      all.notices.announcements = all.notices.announcements.filter(one => one.id !== id)
      return success()
    })
}
