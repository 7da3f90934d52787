import { randomUUID } from 'node:crypto'
import { type http } from '@daymark/contracts'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { createAlbum, createTag, uploadPhotos } from '../../support/photos.ts'

const GB = 1024 ** 3

const daymark = setUpDaymark()
let admin: Visitor
beforeAll(async () => void (admin = await daymark.admin()))

/** Figures are cached for two seconds, and a service may be late on a busy machine. */
async function until<T>(path: string, condition: (body: T) => boolean): Promise<T> {
  let last: T | undefined
  await pollUntil(`${path} says what was made`, async () => {
    const { status, body } = await admin.get<T>(path)
    last = body
    return status === 200 && condition(body)
  })
  return last as T
}

describe('GET /api/admin/dashboard', () => {
  it('S-ADA-01 S-ADM-03 counts accounts, photos, albums, tags and links of all users', async () => {
    const before = await until<http.Dashboard>('/api/admin/dashboard', ({ notes }) => notes.length === 0)
    const [one, two] = await Promise.all([daymark.createUser(), daymark.createUser()])
    const photos = [...(await uploadPhotos(daymark, one, 2)), ...(await uploadPhotos(daymark, two, 1))]
    const album = await createAlbum(one, 'Summer', photos.slice(0, 2))
    await createTag(two, 'beach')
    const { body: share } = await one.post<http.Share>('/api/shares', { album_id: album.id })
    const gallery = await daymark.visitor().get(`/api/shares/public/${share.token}`)
    expect(gallery.status).toBe(200)
    await daymark.settle()

    const after = await until<http.Dashboard>(
      '/api/admin/dashboard',
      ({ notes, users, shares, images }) =>
        notes.length === 0 &&
        users.total_users === (before.users.total_users ?? 0) + 2 &&
        shares.total_views === (before.shares.total_views ?? 0) + 1 &&
        images.total_images === (before.images.total_images ?? 0) + 3,
    )
    const plus = (figure: number | null, more: number) => (figure ?? Number.NaN) + more
    expect(after.users).toEqual({
      total_users: plus(before.users.total_users, 2),
      active_week: plus(before.users.active_week, 2),
      active_month: plus(before.users.active_month, 2),
    })
    const [{ body: first }, { body: second }] = await Promise.all([
      one.get<http.User>('/api/auth/me'),
      two.get<http.User>('/api/auth/me'),
    ])
    expect(after.images).toEqual({
      total_images: plus(before.images.total_images, 3),
      total_storage: plus(before.images.total_storage, first.storage_used + second.storage_used),
      uploaded_week: plus(before.images.uploaded_week, 3),
    })
    expect(after.albums).toEqual({ total_albums: plus(before.albums.total_albums, 1) })
    expect(after.tags).toEqual({ total_tags: plus(before.tags.total_tags, 1) })
    expect(after.shares).toEqual({
      total_shares: plus(before.shares.total_shares, 1),
      total_views: plus(before.shares.total_views, 1),
      shares_week: plus(before.shares.shares_week, 1),
    })
  })

  it('S-ADA-01 deleted photos and albums are not counted; figures of the week contain only the last seven days', async () => {
    const owner = await daymark.createUser()
    const [gone] = await uploadPhotos(daymark, owner, 1)
    const album = await createAlbum(owner, 'Gone')
    const storedFigures = async () => {
      const [row] = await daymark.db('library').sql<{ photos: string; albums: string }>(
        `SELECT (SELECT count(*) FROM photos WHERE deleted_at IS NULL) AS photos,
           (SELECT count(*) FROM albums WHERE NOT is_favorites) AS albums`,
      )
      return { total_images: Number(row?.photos), total_albums: Number(row?.albums) }
    }
    const expectFigures = (expected: Awaited<ReturnType<typeof storedFigures>>) =>
      until<http.Dashboard>(
        '/api/admin/dashboard',
        ({ images, albums }) =>
          images.total_images === expected.total_images && albums.total_albums === expected.total_albums,
      )
    const there = await storedFigures()
    await expectFigures(there)
    await owner.delete(`/api/images/${gone?.id}`)
    await owner.delete(`/api/albums/${album.id}`)
    const left = await storedFigures()
    expect(left).toEqual({ total_images: there.total_images - 1, total_albums: there.total_albums - 1 })
    const less = await expectFigures(left)
    expect(less.images.uploaded_week).toBe(left.total_images)

    const long = `interval '8 days'`
    await daymark.db('library').sql(`UPDATE photos SET created_at = created_at - ${long}`)
    await daymark.db('sharing').sql(`UPDATE links SET created_at = created_at - ${long}`)
    await daymark.db('identity').sql(`UPDATE users SET last_login = last_login - ${long}`)
    await daymark.db('identity').sql(`UPDATE sessions SET last_seen_at = last_seen_at - ${long}`)
    const later = await until<http.Dashboard>(
      '/api/admin/dashboard',
      ({ notes, users, images, shares }) =>
        notes.length === 0 && images.uploaded_week === 0 && shares.shares_week === 0 && (users.active_week ?? 2) <= 1,
    )
    expect(later.images.total_images).toBe(less.images.total_images)
    expect(later.shares.shares_week).toBe(0)
    expect(later.users.active_month).toBe(less.users.active_month)
    // requests update last_seen_at
    expect(later.users.active_week).toBeLessThanOrEqual(1)
  })
})

describe('GET /api/admin/health', () => {
  it('S-ADA-04 S-ADM-12 answers disk, database, storage, memory and uptime', async () => {
    const user = await daymark.createUser({ tier: 'starter' })
    await uploadPhotos(daymark, user, 1)
    const own = (await user.get<http.User>('/api/auth/me')).body.storage_used
    const health = await until<http.AdminHealth>(
      '/api/admin/health',
      ({ notes, storage }) => notes.length === 0 && (storage.total_used ?? 0) >= own,
    )
    expect(own).toBeGreaterThan(0)
    expect(health.database).toBe('connected')
    const { percentUsed, available, total, used } = health.diskUsage
    expect(percentUsed).toBeCloseTo((100 * (used ?? 0)) / (total ?? 1), 0)
    expect(total).toBe((used ?? 0) + (available ?? 0))
    expect(health.uptime).toBeGreaterThan(0)
    expect(health.memory.heapTotal).toBeGreaterThanOrEqual(health.memory.heapUsed)
    expect(health.memory.heapUsed).toBeGreaterThan(1024 ** 2)
    expect(health.storage.total_limit).toBeGreaterThanOrEqual(100 * GB)
    expect(health.notes).toEqual([])
  })
})

it('rule 81 dead letters are retried and dropped by service, and an unknown service is rejected', async () => {
  const id = randomUUID()
  const time = new Date().toISOString()
  const envelope = { id, type: 'library.photo.uploaded.v1', time, source: 'library', subject: id, data: {} }
  await daymark
    .db('media')
    .sql(
      `INSERT INTO dead_letters (event_id, subscriber, envelope, reason, attempts) VALUES ($1, 'Unknown', $2, 'broken', 10)`,
      [id, JSON.stringify(envelope)],
    )
  const change = (what: 'replay' | 'drop', service: string) =>
    admin.post<{ changed: number } & http.ErrorAnswer>(`/api/admin/dead-letters/${what}`, { service })
  for (const what of ['replay', 'drop'] as const) {
    expect((await change(what, 'media')).body.changed).toBe(1)
    expect((await change(what, 'admin')).body.changed).toBe(0)
    expect(await change(what, 'unknown')).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  }
})
