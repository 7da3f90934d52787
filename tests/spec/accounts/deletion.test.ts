import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditedActionName, http } from '@daymark/contracts'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { type SignedInUser, SERVICES_WITH_TABLES, setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator } from '../../support/integrators.ts'
import { ADMIN } from '../../support/accounts.ts'
import { pickOf, picksPath, writeComment } from '../../support/visitor-actions.ts'
import { linkPaths, createLink, picture, createSharedGallery, statuses } from '../../support/shared-gallery.ts'
import { subscribeAddress } from './support/isolation-calls.ts'
import { logo, opaqueWatermark } from '../../support/watermark.ts'

const DAY = 86_400_000
/** The audit log and the notes about refunds and disputes outlive the account. */
const TABLES_TO_KEEP = ['admin.audit', 'billing.dispute_notices']
/** The retention of backups from the advanced plan, with the default settings. */
const RETENTION_DAYS = 90
const backupDir = mkdtempSync(join(tmpdir(), 'daymark-deletion-'))
const daymark = setUpDaymark({ env: { DAYMARK_BACKUP_DRIVER: 'folder', DAYMARK_BACKUP_DIR: backupDir } })
let admin: Visitor
beforeAll(async () => void (admin = await daymark.admin()))
afterAll(() => rmSync(backupDir, { recursive: true, force: true }))

const path = (id: string, what = '') => `/api/admin/users/${id}${what}`
const remove = (id: string) => admin.delete<http.AdminUser>(path(id))
const run = async (service: string, name: string) => {
  await daymark.runJob(service, name)
  await daymark.settle()
}
/** Longer than visits to an ended link can arrive. */
const VISITS_SETTLED_MS = 120_000
const deleteDue = () => run('identity', 'DeleteAccounts')
async function passDays(days: number): Promise<void> {
  await daymark.clock.advance(days * DAY)
  await admin.post('/api/auth/login', { username: ADMIN.email, password: ADMIN.password })
}
const objects = (folder = daymark.storageDir) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .toSorted()

/** The tables of all services that contain a text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tablesFound: string[] = []
  for (const service of SERVICES_WITH_TABLES) {
    const own = daymark.db(service)
    const tables = await own.sql<{ name: string }>('SELECT tablename AS name FROM pg_tables WHERE schemaname = $1', [
      service,
    ])
    for (const { name } of tables)
      if (
        (await own.sql(`SELECT 1 FROM ${service}.${name} t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [text])).length
      )
        tablesFound.push(`${service}.${name}`)
  }
  return tablesFound.filter(table => !TABLES_TO_KEEP.some(stored => table.startsWith(stored))).toSorted()
}

/** Part of every text that the owner enters. */
const MARK = `zq${randomUUID().replaceAll('-', '')}`

/** Creates an account with some of all kinds of stored data. */
async function createAccountWithData(): Promise<{ owner: SignedInUser; addresses: string[] }> {
  const owner = await daymark.createUser({ tier: 'studio', displayName: `Ada ${MARK}`, email: `${MARK}@daymark.test` })
  await opaqueWatermark(owner)
  const image = { name: 'logo.png', bytes: await logo(), type: 'image/png' }
  await owner.upload('/api/settings/studio/logo', image)
  await owner.patch('/api/settings/studio', { name: `${MARK} Studio`, website: `https://${MARK}.example` })
  await owner.patch('/api/settings/studio-page', { name: `page-${MARK}`, title: MARK })
  const slug = `ada-${MARK}`
  const gallery = await createSharedGallery(daymark, {
    owner,
    count: 2,
    title: `Summer ${MARK}`,
    share: { slug, watermark: true, allow_downloads: true },
  })
  const addresses = linkPaths(gallery.token, gallery.image.filename)
  await owner.patch(`/api/images/${gallery.image.id}`, { title: MARK, caption: `${MARK}!`, tags: [`Sea ${MARK}`] })
  const image_ids = gallery.images.map(({ id }) => id)
  const selection = { image_ids, title: `For ${MARK}`, password: 'a good password', hint: `${MARK}?` }
  expect((await owner.post('/api/shares', selection)).status).toBe(201)
  await owner.upload('/api/images', { name: `${MARK}.jpg`, bytes: await picture(7), type: 'image/jpeg' })
  await owner.post('/v1/tokens', { name: MARK, scopes: ['read'] })
  const [deleted] = (await owner.get<{ images: http.Image[] }>('/api/images?limit=1')).body.images
  const visitor = daymark.visitor()
  await pollUntil('the watermarked gallery can be loaded', async () =>
    (await statuses(visitor, addresses)).every(status => status === 200),
  )
  await visitor.post('/api/shares/track', {
    event_type: 'photo_view',
    token: gallery.token,
    image_id: gallery.image.id,
  })
  await owner.delete(`/api/images/${deleted?.id}`)
  await createVisitorContent(owner, gallery)
  await createDeletedItems(owner)
  const client = await createIntegrator(owner)
  await client.get('/v1/images')
  const ids = [randomUUID(), owner.id]
  const developer = daymark.db('developer')
  await developer.sql(
    `INSERT INTO webhooks (id, owner_id, url, host, events, secret, active, created_at, updated_at)
     VALUES ($1, $2, 'https://' || $3 || '.example', 'hooks.example', '{}', '', false, now(), now())`,
    [...ids, MARK],
  )
  await developer.sql(
    `INSERT INTO deliveries (webhook_id, event_id, object_id, type, data, created_at)
     SELECT $1, gen_random_uuid(), $2, 'share.view', $2::text || $3, now() FROM generate_series(1, 1200)`,
    [...ids, MARK],
  )
  await daymark
    .db('sharing')
    .sql(
      `INSERT INTO domains (owner_id, host, challenge, state, claimed_at) VALUES ($1, 'ada.example', '', 'pending', now())`,
      [owner.id],
    )
  await daymark
    .db('billing')
    .sql(
      `INSERT INTO provider_events (id, type, object_id, user_id, received_at) VALUES ('evt_1', 'x', 'x', $1, now())`,
      [owner.id],
    )
  await daymark.settle()
  await createDeadLetters(owner)
  await createBackups(owner)
  return { owner, addresses }
}

/** Creates a pick list and a comment of a named visitor. */
async function createVisitorContent(
  owner: SignedInUser,
  { album, image }: Awaited<ReturnType<typeof createSharedGallery>>,
): Promise<void> {
  const { id, token } = await createLink(owner, { album_id: album.id, picks: {}, comments: {} })
  await subscribeAddress(daymark, id, `${MARK}@example.org`)
  const visitor = daymark.visitor()
  expect((await visitor.post(picksPath(token), { name: `Anna ${MARK}` })).status).toBe(201)
  const changes = [pickOf(image, 'picked', `In black and white, ${MARK}`)]
  expect((await visitor.post(picksPath(token, '/changes'), { since: 0, changes })).status).toBe(200)
  expect((await writeComment(visitor, token, image, { text: `Brighter, ${MARK}` })).status).toBe(201)
}

/** Creates a dead letter of the account in every service. */
async function createDeadLetters({ id }: SignedInUser): Promise<void> {
  const envelope = { type: 'library.photo.updated.v1', data: { ownerId: id, title: MARK } }
  const sql = `INSERT INTO dead_letters (event_id, subscriber, envelope, reason, attempts)
               VALUES (gen_random_uuid(), 'X', $1, 'it failed', 10)`
  for (const service of SERVICES_WITH_TABLES) await daymark.db(service).sql(sql, [JSON.stringify(envelope)])
}

/** Creates a backup, a failed backup and a restore of the account. */
async function createBackups({ id }: SignedInUser): Promise<void> {
  const own = daymark.db('admin')
  await run('admin', 'ScheduleBackups')
  const done = `SELECT id FROM backup_runs WHERE user_id = $1 AND state = 'done'`
  await pollUntil('the account has a backup', async () => (await own.sql(done, [id])).length === 1)
  await own.sql(
    `INSERT INTO backup_runs (user_id, target, state, made_at, keep, expires_at, progress_at, retry_at, error)
     SELECT user_id, target, 'failed', made_at, keep, expires_at, progress_at, now() + interval '1 hour', 'no room'
     FROM backup_runs WHERE user_id = $1`,
    [id],
  )
  await own.sql(
    `INSERT INTO backup_restores (user_id, backup_id, backup_at, target, state, started_at, retry_at, part)
     SELECT user_id, id, made_at, target, 'done', made_at, made_at, jsonb_build_object('album', $2::text)
     FROM backup_runs WHERE user_id = $1 AND state = 'done'`,
    [id, MARK],
  )
}

/** Creates deleted items: an album with a link, a link and a tag. */
async function createDeletedItems(owner: SignedInUser): Promise<void> {
  const { body: album } = await owner.post<http.Album>('/api/albums', { title: `Gone with its link ${MARK}` })
  const { body: stored } = await owner.post<http.Album>('/api/albums', { title: `Gone is the link ${MARK}` })
  await daymark.settle()
  await owner.post('/api/shares', { album_id: album.id })
  const { body: link } = await owner.post<http.Share>('/api/shares', { album_id: stored.id })
  const { body: tag } = await owner.post<http.Tag>('/api/tags', { label: `Gone ${MARK}` })
  for (const path of [`/api/albums/${album.id}`, `/api/shares/${link.id}`, `/api/tags/${tag.id}`])
    await owner.delete(path)
  const { body } = await owner.get<http.TrashList>('/api/trash')
  expect(body.counts).toEqual({ images: 1, albums: 1, tags: 1, shares: 1 })
}

describe('rule 77 deleting an account', () => {
  it('closes everything during the grace period, in which it can be undone', async () => {
    const { owner, token } = await createSharedGallery(daymark, { count: 1 })
    const { status, body } = await remove(owner.id)
    const due = new Date(+daymark.clock.now() + 14 * DAY)
    expect([status, body.state]).toEqual([200, 'deleting'])
    expect(Math.abs(Date.parse(body.deletion_due_at ?? '') - +due)).toBeLessThan(60_000)
    expect((await owner.get('/api/auth/me')).status).toBe(401)
    await daymark.settle()
    const galleryStatus = () => statuses(daymark.visitor(), [`/api/shares/public/${token}`])
    await pollUntil('the gallery is closed', async () => (await galleryStatus())[0] === 404)
    await passDays(13)
    await deleteDue()
    expect((await remove(owner.id)).body.deletion_due_at).toBe(body.deletion_due_at)
    expect((await admin.post<http.AdminUser>(path(owner.id, '/reactivate'))).body).toMatchObject({
      state: 'active',
      deletion_due_at: null,
    })
    await passDays(2)
    await deleteDue()
    await pollUntil('the gallery is open', async () => (await galleryStatus())[0] === 200)
    const { email: username, password } = owner
    expect((await daymark.visitor().post('/api/auth/login', { username, password })).status).toBe(200)
  })

  it('removes all data of the account from tables, store and expired backups, and no data of others', async () => {
    const other = await createSharedGallery(daymark, { count: 1, share: { allow_downloads: true } })
    const before = objects()
    const { owner, addresses } = await createAccountWithData()
    expect(objects().length).toBeGreaterThan(before.length + 10)
    expect((await tablesWith(owner.id)).length).toBeGreaterThan(20)
    expect((await tablesWith(MARK)).length).toBeGreaterThan(20)
    const backupObjects = () => objects(backupDir).filter(path => path.includes(owner.id))
    expect(backupObjects().length).toBeGreaterThan(5)
    await daymark.db('billing').sql(
      `INSERT INTO dispute_notices (id, kind, user_id, charge_id, amount, currency, status, noted_at, updated_at)
       VALUES ('dp_1', 'dispute', $1, 'ch_1', 1, 'usd', 'lost', now(), now())`,
      [owner.id],
    )
    await remove(owner.id)
    await passDays(14)
    await deleteDue()
    await daymark.clock.advance(VISITS_SETTLED_MS)
    await run('sharing', 'DeleteVisits')
    const backupTables = ['admin.backup_objects', 'admin.backup_runs']
    expect((await tablesWith(owner.id)).filter(table => !backupTables.includes(table))).toEqual([])
    expect(await tablesWith(MARK)).toEqual([])
    // files that were being rendered are removed afterwards
    await pollUntil('the files of the account are removed', () => objects().join('\n') === before.join('\n'))
    expect(await statuses(daymark.visitor(), addresses)).toEqual(Array(addresses.length).fill(404))
    expect((await admin.get(path(owner.id))).status).toBe(404)
    expect(await daymark.db('billing').sql('SELECT user_id FROM dispute_notices')).toEqual([{ user_id: owner.id }])
    expect(backupObjects().length).toBeGreaterThan(5)
    await passDays(RETENTION_DAYS)
    await run('admin', 'ScheduleBackups')
    expect(backupObjects()).toEqual([])
    expect(await tablesWith(owner.id)).toEqual([])
    const open = linkPaths(other.token, other.image.filename)
    expect(await statuses(daymark.visitor(), open)).toEqual(Array(open.length).fill(200))
    // the address can be used again
    const recreated = await daymark.createUser({ email: owner.email })
    expect(recreated.id).not.toBe(owner.id)
  })
})

describe('the audit log', () => {
  it('records actor, target and address of every action without passwords', async () => {
    const created = { email: `${randomUUID()}@daymark.test`, password: 'typed by the administrator' }
    const { id } = (await admin.post<http.User>('/api/admin/users', created)).body
    const reset = await admin.post<{ temporaryPassword: string }>(path(id, '/reset-password'))
    await admin.post(path(id, '/reset-second-step'))
    for (const role of ['admin', 'admin']) await admin.patch(path(id), { role })
    await admin.patch(path(id, '/plan'), { subscription_tier: 'studio' })
    await admin.post(path(id, '/suspend'), { reason: 'Unpaid' })
    await admin.post(path(id, '/reactivate'))
    await remove(id)
    await admin.post(path(id, '/reactivate'))
    await admin.delete(path(id, '/sessions'))
    await admin.get('/api/admin/users/export')
    const expected: AuditedActionName[] = [
      ...(['user.created', 'password.reset', 'second-step.reset', 'user.changed', 'plan.changed'] as const),
      ...(['user.suspended', 'user.reactivated', 'user.deletion-scheduled', 'user.reactivated'] as const),
      ...(['user.signed-out-everywhere', 'users.exported'] as const),
    ]
    const entries = () =>
      daymark
        .db('admin')
        .sql<{ action: AuditedActionName }>(
          `SELECT * FROM audit WHERE target_id = $1 OR (target_id IS NULL AND action = 'users.exported')`,
          [id],
        )
    await pollUntil('the log has all actions', async () => (await entries()).length >= expected.length)
    const log = await entries()
    expect(log.map(({ action }) => action).toSorted()).toEqual(expected.toSorted())
    for (const entry of log)
      expect(entry).toMatchObject({ actor_name: ADMIN.email, address: expect.stringContaining('127.0.0.1') })
    for (const entry of log.filter(({ action }) => action.endsWith('.reset')))
      expect(entry).toMatchObject({ target_kind: 'user', target_name: created.email })
    for (const secret of [created.password, reset.body.temporaryPassword])
      expect(JSON.stringify(log)).not.toContain(secret)
  })
})
