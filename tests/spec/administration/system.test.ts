import { randomUUID } from 'node:crypto'
import { type http } from '@daymark/contracts'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { uploadPhotos } from '../../support/photos.ts'

const SERVICES = ['identity', 'billing', 'library', 'media', 'sharing', 'developer', 'admin', 'gateway']
const SECRET = 'hush-hush-4711'

let admin: Visitor
const daymark = setUpDaymark({
  env: {
    DAYMARK_MAIL_URL: `smtp://me:${SECRET}@127.0.0.1:1`,
    DAYMARK_MAIL_FROM: 'studio@daymark.test',
    DAYMARK_PUBLIC_URL: 'http://127.0.0.1:1',
  },
})
beforeAll(async () => void (admin = await daymark.admin()))

/** Answers are cached for two seconds, and a service may be late on a busy machine. */
async function until<T>(path: string, condition: (body: T) => boolean): Promise<T> {
  let last: T | undefined
  await pollUntil(`${path} says what it should`, async () => {
    const { status, body } = await admin.get<T>(path)
    last = body
    return status === 200 && condition(body)
  })
  return last as T
}

it('S-ADM-12 every service reports its processes, its outbox and the size of its data', async () => {
  const { services, bus } = await until<http.SystemServices>('/api/admin/system/services', body =>
    body.services.every(({ ready, replicas }) => ready && replicas.length > 0),
  )
  expect(bus).toBe(process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory')
  expect(services.map(({ name }) => name)).toEqual(SERVICES)
  expect(services.flatMap(({ replicas }) => replicas)).toHaveLength(SERVICES.length)
  for (const { version, memory, event_loop_ms, seen_at, started_at } of services.flatMap(s => s.replicas)) {
    expect(version).toMatch(/./)
    expect(memory).toBeGreaterThan(1024 ** 2)
    expect(event_loop_ms).toBeGreaterThanOrEqual(0)
    expect(Date.parse(seen_at)).toBeGreaterThanOrEqual(Date.parse(started_at))
  }
  const stored = { outbox: { waiting: expect.any(Number), oldest_seconds: expect.any(Number) }, dead_letters: 0 }
  const nothing = { outbox: null, dead_letters: null, database_bytes: null }
  for (const service of services) expect(service).toMatchObject(service.name === 'gateway' ? nothing : stored)
  const sizes = services.map(({ database_bytes }) => database_bytes ?? Infinity)
  expect(Math.min(...sizes)).toBeGreaterThan(8192)
})

it('settings are shown as `daymark doctor` sees them, without secrets', async () => {
  const { status, body, bytes } = await admin.get<http.SystemSettings>('/api/admin/system/settings')
  expect(status).toBe(200)
  const all = await until<http.SystemSettings>('/api/admin/system/settings', ({ notes }) => notes.length === 0)
  const settingNamed = (name: string) => all.settings.find(setting => setting.name === name)
  expect(settingNamed('DAYMARK_SECRET')).toEqual({
    service: 'all',
    name: 'DAYMARK_SECRET',
    value: null,
    secret: true,
    is_default: false,
  })
  expect(settingNamed('DAYMARK_MAIL_URL')).toMatchObject({
    service: 'identity',
    value: 'smtp://127.0.0.1:1',
    secret: false,
  })
  expect(settingNamed('DAYMARK_LIBRARY_PURGE_AFTER_DAYS')).toMatchObject({
    is_default: true,
    value: expect.any(String),
  })
  expect(settingNamed('DAYMARK_GATEWAY_TRUST_PROXY')).toMatchObject({
    service: 'gateway',
    value: '0',
    is_default: true,
  })
  const database = new URL(daymark.env['DAYMARK_DATABASE_URL'] ?? '')
  expect(settingNamed('DAYMARK_DATABASE_URL')?.value).toBe(`${database.protocol}//${database.host}${database.pathname}`)
  const text = bytes.toString() + JSON.stringify(all)
  for (const secret of [SECRET, daymark.env['DAYMARK_SECRET'] ?? SECRET]) expect(text).not.toContain(secret)
  expect(body.settings.length).toBeGreaterThan(0)
  const checked = await until<http.SystemSettings>('/api/admin/system/settings', ({ checks }) =>
    checks.some(({ name, ok }) => name === 'database' && ok),
  )
  expect(checked.checks.find(({ name }) => name === 'bus')).toMatchObject({ ok: true, needed: true })
})

describe('dead letters', () => {
  /** A dead letter of an unknown subscriber stays after a retry. */
  const createDeadLetter = async (service: string, subscriber: string) => {
    const id = randomUUID()
    const envelope = { id, type: 'library.photo.uploaded.v1', time: new Date().toISOString(), source: 'library' }
    await daymark
      .db(service)
      .sql(
        `INSERT INTO dead_letters (event_id, subscriber, envelope, reason, attempts) VALUES ($1, $2, $3, 'broken', 10)`,
        [id, subscriber, JSON.stringify({ ...envelope, subject: id, data: {} })],
      )
    return id
  }
  const letters = async () =>
    (await until<http.DeadLetters>('/api/admin/dead-letters', ({ notes }) => notes.length === 0)).letters
  it('of all services are listed, and can be retried and dropped one by one or per service', async () => {
    const [one, two, three] = [
      await createDeadLetter('media', 'UnknownSubscriber'),
      await createDeadLetter('media', 'UnknownSubscriber'),
      await createDeadLetter('admin', 'UnknownSubscriber'),
    ]
    const { letters: listed } = await until<http.DeadLetters>(
      '/api/admin/dead-letters',
      body => body.notes.length === 0 && body.letters.length === 3,
    )
    expect(listed.map(({ event_id }) => event_id).toSorted()).toEqual([one, two, three].toSorted())
    expect(listed.find(({ event_id }) => event_id === three)).toMatchObject({
      service: 'admin',
      subscriber: 'UnknownSubscriber',
      type: 'library.photo.uploaded.v1',
      reason: 'broken',
      attempts: 10,
      replaying: false,
    })

    const change = async (what: string, body: object) =>
      (await admin.post<{ changed: number }>(`/api/admin/dead-letters/${what}`, body as never)).body.changed
    expect(await change('replay', { service: 'media', event_id: one })).toBe(1)
    const replaying = (await letters()).filter(letter => letter.replaying)
    expect(replaying.map(({ event_id }) => event_id)).toEqual([one])
    expect(await change('drop', { service: 'media', event_id: two, subscriber: 'OtherSubscriber' })).toBe(0)
    expect(await change('drop', { service: 'media', event_id: two, subscriber: 'UnknownSubscriber' })).toBe(1)
    expect(await change('drop', { service: 'media' })).toBe(1)
    expect(await change('drop', { service: 'admin' })).toBe(1)
    expect(await letters()).toEqual([])
    const { entries } = await until<http.AuditPage>(
      '/api/admin/audit',
      page => page.entries.filter(({ action }) => action.startsWith('dead-letter.')).length === 4,
    )
    const outgoing = entries.filter(({ action }) => action.startsWith('dead-letter.'))
    expect(outgoing.map(({ action, details }) => [action, details['service']]).toSorted()).toEqual([
      ['dead-letter.dropped', 'admin'],
      ['dead-letter.dropped', 'media'],
      ['dead-letter.dropped', 'media'],
      ['dead-letter.replayed', 'media'],
    ])
    const { status, body } = await admin.post<http.ErrorAnswer>('/api/admin/dead-letters/drop', { service: 'unknown' })
    expect([status, body.code]).toEqual([400, 'invalid_input'])
  })
})

it('failed photos of all users are listed with their owner and can be retried; pending work is counted', async () => {
  const owner = await daymark.createUser({ displayName: 'Anna Lee' })
  const ids = (await uploadPhotos(daymark, owner, 2)).map(({ id }) => id)
  const before = await until<http.MediaWork>('/api/admin/system/work', work => work.notes.length === 0)
  expect(before).toMatchObject({ waiting: 0, in_progress: 0, failed: 0, estimate_seconds: 0 })
  expect(before.per_minute).toBeGreaterThan(0)
  await daymark.db('library').sql(`UPDATE photos SET status = 'failed' WHERE id = ANY($1::uuid[])`, [ids])
  await daymark.db('media').sql(`UPDATE renditions SET status = 'failed' WHERE photo_id = ANY($1::uuid[])`, [ids])
  await until<http.MediaWork>('/api/admin/system/work', work => work.failed === 2)

  const body = await until<http.FailedPhotos>('/api/admin/failed-photos', ({ photos }) =>
    photos.every(({ owner_name: name }) => name !== null),
  )
  expect(body.next_after).toBeNull()
  expect(body.photos.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(body.photos[0]).toMatchObject({ owner_id: owner.id, owner_name: 'Anna Lee', filename: 'Beach 1.JPG' })
  const remaining = await admin.get<http.FailedPhotos>(`/api/admin/failed-photos?after=${body.photos[0]?.id}`)
  expect(remaining.body.photos.map(({ id }) => id)).toEqual([ids[0]])

  const requeue = async (expectedFields: object) =>
    (await admin.post<{ changed: number }>('/api/admin/failed-photos/requeue', expectedFields as never)).body.changed
  expect(await requeue({ ids: [ids[0], randomUUID()] })).toBe(1)
  expect(await requeue({})).toBe(1)
  await daymark.settle()
  const photos = await Promise.all(ids.map(id => owner.get<http.Image>(`/api/images/${id}`)))
  expect(photos.map(photo => photo.body.processing_status)).toEqual(['completed', 'completed'])
})

it('failing mails and webhooks, domains with problems, refunds and disputes are listed', async () => {
  const owner = await daymark.createUser()
  // a sign-in from a new browser sends a mail
  await daymark.visitor().post('/api/auth/login', { username: owner.email, password: owner.password })
  const { mails } = await until<http.Outgoing>(
    '/api/admin/system/outgoing',
    ({ mails: outgoing }) => outgoing?.failing.some(({ user_id }) => user_id === owner.id) ?? false,
  )
  expect(mails).toMatchObject({ set_up: true, waiting: expect.any(Number) })
  expect(mails?.failing.find(({ user_id }) => user_id === owner.id)).toMatchObject({
    error: expect.stringMatching(/^The mail server could not be reached/),
    next_at: expect.any(String),
  })
  expect(JSON.stringify(mails)).not.toContain(owner.email)

  const [webhook, now] = [randomUUID(), new Date()]
  await daymark.db('developer').sql(
    `INSERT INTO webhooks (id, owner_id, url, host, events, secret, failing_since, created_at, updated_at)
     VALUES ($1, $2, 'https://hooks.test/secret-path', 'hooks.test:443', '{}', '', $3, $3, $3)`,
    [webhook, owner.id, now],
  )
  await daymark.db('developer').sql(
    `INSERT INTO deliveries (webhook_id, event_id, object_id, type, data, created_at, status, attempts, error)
     VALUES ($1, $2, 'a', 'image.created', '{}', $3, 'failed', 1, 'timed out')`,
    [webhook, randomUUID(), now],
  )
  await daymark
    .db('sharing')
    .sql(
      `INSERT INTO domains (owner_id, host, challenge, state, problem, claimed_at) VALUES ($1, $2, 'a', 'pending', 'No record.', $3)`,
      [owner.id, 'gallery.anna.test', now],
    )
  await daymark
    .db('billing')
    .sql(
      `INSERT INTO dispute_notices VALUES ('dp_1', 'dispute', $1, 'ch_1', 4900, 'eur', 'needs_response', 'fraudulent', $2, $2)`,
      [owner.id, now],
    )
  const outgoing = await until<http.Outgoing>(
    '/api/admin/system/outgoing',
    ({ webhooks, domains }) => webhooks?.failing.length === 1 && domains?.length === 1,
  )
  expect(outgoing.webhooks?.failing).toEqual([
    {
      id: webhook,
      owner_id: owner.id,
      host: 'hooks.test:443',
      active: true,
      failing_since: now.toISOString(),
      last_error: 'timed out',
    },
  ])
  expect(outgoing.domains).toEqual([
    {
      host: 'gallery.anna.test',
      owner_id: owner.id,
      state: 'pending',
      problem: 'No record.',
      checked_at: null,
      certificate_until: null,
    },
  ])
  expect(JSON.stringify(outgoing)).not.toContain('secret-path')
  const { notes } = await until<http.DisputeNotices>('/api/admin/system/provider-notes', () => true)
  expect(notes).toEqual([
    {
      id: 'dp_1',
      kind: 'dispute',
      user_id: owner.id,
      amount: 4900,
      currency: 'eur',
      status: 'needs_response',
      reason: 'fraudulent',
      noted_at: now.toISOString(),
    },
  ])
})

it('S-ADM-12 certificates of verified domains are checked once a day, also without requests', async () => {
  const stored = () =>
    daymark.db('admin').sql('SELECT host, checked_at FROM certificates WHERE host LIKE $1', ['%.eva.test'])
  for (const [host, state] of [
    ['proved.eva.test', 'verified'],
    ['claimed.eva.test', 'pending'],
  ])
    await daymark
      .db('sharing')
      .sql(
        `INSERT INTO domains (owner_id, host, challenge, state, claimed_at) VALUES (gen_random_uuid(), $1, 'a', $2, now())`,
        [host, state],
      )
  expect(await stored()).toEqual([])
  const look = () => daymark.runJob('admin', 'CheckCertificates')
  await look()
  const first = await stored()
  expect(first).toMatchObject([{ host: 'proved.eva.test' }])
  await look()
  expect(await stored()).toEqual(first)
  await daymark.clock.advance(25 * 3_600_000)
  await look()
  expect(await stored()).not.toEqual(first)
})
