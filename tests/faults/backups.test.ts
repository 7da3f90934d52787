import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { http } from '@daymark/contracts'
import { newRingKey } from '@daymark/storage'
import { pollUntil, Visitor } from '@daymark/testing/outside'
import { nameGuest, sendPicture, createUploadLink } from '../support/guests.ts'
import { install, type Installation } from '../support/installation.ts'
import { type SignedInUser, PASSWORD } from '../support/accounts.ts'
import { createAlbum, uploadPhotos } from '../support/photos.ts'
import { replaceAndSettle } from '../support/replacement.ts'
import { startCommand, daymark } from '../support/server.ts'
import { createLink } from '../support/shared-gallery.ts'
import { LockHolder } from './support/lock-holder.ts'
import { plantSuperAdmin } from './support/forged-backup.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
const folder = mkdtempSync(join(tmpdir(), 'daymark-recovery-'))
const settings = {
  DAYMARK_BACKUP_DRIVER: 'folder',
  DAYMARK_BACKUP_DIR: join(folder, 'backup'),
  DAYMARK_OFFSITE_DRIVER: 'folder',
  DAYMARK_OFFSITE_DIR: join(folder, 'offsite'),
}
let lost: Installation
let found: Installation | undefined
const restoreEverything = ['backups', 'restore', 'everything']
/** The settings of commands after the key rotation. */
let keys: Record<string, string> = {}
beforeAll(async () => {
  lost = await install(bus, settings)
})
afterAll(async () => {
  await found?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** All data of an account as the owner and visitors see it, without times and storage locations. */
async function seenBy(owner: Visitor, tokens: string[]): Promise<unknown> {
  const { body: me } = await owner.get<http.User>('/api/auth/me')
  const { body: list } = await owner.get<http.ImageList>('/api/images?limit=1000&sort=created_at&direction=asc')
  const originals = await Promise.all(
    list.images.map(async ({ filename }) => hash((await owner.get(`/media/originals/${filename}`)).bytes)),
  )
  const earlier = await Promise.all(
    list.images.map(async ({ id, replacement }) =>
      replacement?.has_earlier_version ? hash((await owner.get(`/media/earlier/${id}/original`)).bytes) : null,
    ),
  )
  const { body: albums } = await owner.get<http.Album[]>('/api/albums')
  const inside = await Promise.all(
    albums.map(async ({ id }) =>
      (await owner.get<http.AlbumDetail>(`/api/albums/${id}`)).body.images.map(one => one.id),
    ),
  )
  const stranger = new Visitor(owner.url)
  const galleries = await Promise.all(
    tokens.map(async token => (await stranger.get(`/api/shares/public/${token}`)).status),
  )
  return {
    me: {
      email: me.email,
      tier: me.subscription_tier,
      limit: me.storage_limit,
      used: me.storage_used,
      name: me.display_name,
    },
    photos: list.images.map(
      ({ id, title, caption, tags, is_favorite, filename, original_filename, width, height, exif_data }) => ({
        id,
        title,
        caption,
        is_favorite,
        filename,
        original_filename,
        width,
        height,
        exif_data,
        tags: tags.map(tag => tag.label),
      }),
    ),
    originals,
    earlier,
    albums: albums.map(({ id, title, description, theme, image_count }) => ({
      id,
      title,
      description,
      theme,
      image_count,
    })),
    inside,
    tags: (await owner.get<http.Tag[]>('/api/tags')).body.map(({ label, usage_count }) => ({ label, usage_count })),
    links: (await owner.get<http.Share[]>('/api/shares')).body.map(({ token, revoked, has_password }) => ({
      token,
      revoked,
      has_password,
    })),
    galleries,
    studioPage: { ...(await owner.get<http.StudioPageSettings>('/api/settings/studio-page')).body, url: null },
  }
}
/** Waits until all services have received the events of earlier requests. */
async function untilSeen(owner: Visitor, tokens: string[], check: (seen: unknown) => void): Promise<unknown> {
  let seen: unknown
  const attempt = async (): Promise<boolean> => {
    seen = await seenBy(owner, tokens)
    check(seen)
    return true
  }
  // report the difference instead of the timeout
  await pollUntil('the account has the expected data', attempt).catch(() => undefined)
  check(seen)
  return seen
}
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function established(
  tier: 'professional' | 'studio',
  count: number,
): Promise<{ owner: SignedInUser; tokens: string[]; count: number; tier: string }> {
  const owner = await lost.createUser({ tier, displayName: `A ${tier}` })
  const images = await uploadPhotos(lost, owner, count)
  await pollUntil('the photos are ready', async () => {
    const { body } = await owner.get<http.ImageList>('/api/images')
    return body.images.every(image => image.processing_status === 'completed')
  })
  await replaceAndSettle(lost, owner, images[1]!.id)
  const album = await createAlbum(owner, 'Wedding', images)
  await owner.patch(`/api/albums/${album.id}`, { description: 'In the rain', theme: 'dark' })
  await owner.post(`/api/albums/${album.id}/reorder`, { order: images.map(image => image.id).toReversed() })
  await owner.patch(`/api/images/${images[0]!.id}`, {
    title: 'First',
    caption: 'Before',
    tags: ['church', 'rain'],
    is_favorite: true,
  })
  await lost.settle()
  const open = await createLink(owner, { album_id: album.id, password: 'let me in' })
  const image_ids = images.slice(0, 2).map(image => image.id)
  const selection = await createLink(owner, { image_ids, title: 'Two of them' })
  const revoked = await createLink(owner, { album_id: album.id })
  await owner.post(`/api/shares/${revoked.id}/revoke`)
  // in another order than created
  const share_ids = [selection.id, open.id]
  const page = { enabled: true, name: `page-${owner.id.slice(-8)}`, title: 'Weddings', text: 'By the sea', share_ids }
  expect((await owner.patch('/api/settings/studio-page', page)).status).toBe(200)
  await lost.settle()
  return { owner, tokens: [open.token, selection.token, revoked.token], count, tier }
}

/** Creates rows that refer to data that is not part of a backup: deleted, in the trash, ended or pending. */
async function withRowsInAllStates(): Promise<void> {
  const owner = await lost.createUser({ tier: 'studio' })
  const [kept, deleted, waiting] = await uploadPhotos(lost, owner, 3)
  const withoutLink = await createAlbum(owner, 'Without a gallery link', [kept!, deleted!])
  await owner.patch(`/api/images/${deleted!.id}`, { tags: ['gone'], is_favorite: true })
  await owner.patch(`/api/albums/${withoutLink.id}`, { cover_image_id: deleted!.id })
  const inTrash = await createAlbum(owner, 'In the trash', [waiting!])
  for (const album of [withoutLink, inTrash]) {
    const { token } = await createUploadLink(owner, album.id)
    await sendPicture(await nameGuest(lost.visitor(), token), token, 7)
  }
  const ended = await createUploadLink(owner, withoutLink.id, { expires_at: '2020-01-01' })
  await owner.post(`/api/upload-links/${ended.id}/revoke`)
  const link = (await owner.post<http.Share>('/api/shares', { album_id: inTrash.id, slug: `s-${owner.id.slice(-8)}` }))
    .body
  await lost.visitor().get(`/api/shares/public/${link.token}`)
  await owner.delete(`/api/albums/${inTrash.id}`)
  await owner.delete(`/api/images/${deleted!.id}`)
  await lost.settle()
}

const stateOf = async (id: string): Promise<string | undefined> =>
  (await lost.query<{ state: string }>('SELECT state FROM admin.backup_runs WHERE id = $1', [id]))[0]?.state

/** Kills a restore after it has restored files and the rows of some services. */
async function killDuringRestore(place: Installation): Promise<void> {
  const locks = await LockHolder.in(place)
  await locks.query('BEGIN')
  await locks.query('LOCK TABLE sharing.links IN SHARE MODE')
  const restore = startCommand(restoreEverything, place.env('setup'))
  // jobs of sharing may be blocked even before anything is restored
  await pollUntil('the restore is blocked in the middle', async () => {
    const hasBegun = (await place.query('SELECT 1 FROM library.photos LIMIT 1')).length > 0
    return hasBegun && (await locks.blockedServices()).includes('sharing')
  })
  await restore.kill()
  expect(await place.query('SELECT 1 FROM library.photos')).not.toEqual([])
  await locks.query('ROLLBACK')
  await locks.end()
}

it(`L-MKT-10 a backup is completed after its processes are killed, ${bus} bus`, async () => {
  const { owner } = await established('professional', 3)
  const [run] = await lost.query<{ id: string }>(
    `INSERT INTO admin.backup_runs (user_id, target, made_at, keep, expires_at, progress_at, retry_at)
     VALUES ($1, 'backup', now(), 4, now() + interval '28 days', now(), now()) RETURNING id`,
    [owner.id],
  )
  await pollUntil('the backup has begun', async () => (await stateOf(run!.id)) !== 'waiting')
  const workers = lost.servers.filter(({ services }) => ['all', 'admin', 'media'].includes(services[0]!))
  await Promise.all(workers.map(server => server.kill()))
  await Promise.all(workers.map(server => server.start()))
  await pollUntil('the backup is done', async () => (await stateOf(run!.id)) === 'done')
  expect(await daymark(['backups', 'verify', owner.email], lost.env('setup'))).toMatch(/3 photos {2}unchanged/)
})

it(`L-MKT-10 all accounts can be restored from the backups alone, ${bus} bus`, async () => {
  const people = [await established('professional', 3), await established('studio', 4)]
  const sum = expect.stringMatching(/^[0-9a-f]{64}$/)
  const before: unknown[] = []
  // check that the data that is compared later exists
  for (const { owner, tokens, count, tier } of people) {
    const all = <T>(one: T): T[] => Array.from({ length: count }, () => one)
    const isComplete = (seen: unknown) =>
      expect(seen).toMatchObject({
        galleries: [401, 200, 410],
        photos: all({ width: expect.any(Number) }),
        originals: all(sum),
        earlier: all<unknown>(null).with(1, sum),
        inside: [[expect.any(String)], all(expect.any(String))],
        tags: [{ label: 'church' }, { label: 'rain' }],
        me: { tier },
        studioPage: { enabled: true, shares: [{ title: 'Two of them' }, { title: 'Wedding', state: 'locked' }] },
      })
    before.push(await untilSeen(owner, tokens, isComplete))
  }
  await withRowsInAllStates()
  await daymark(['backups', 'now'], lost.env('admin'))
  const rehearsed = await daymark(['backups', 'rehearse'], lost.env('setup'))
  expect(rehearsed).not.toMatch(/DIFFERENT|LOST/)
  expect(rehearsed).toMatch(/^Rehearsal finished in \d+ s: everything was restored/m)
  const [{ id }] = (await lost.query('SELECT id FROM installation.identity')) as [{ id: string }]
  // each installation has a backup of its own administrator
  restoreEverything.push('--installation', id, '--with-super-admins')
  await lost.stop()

  found = await install(bus, { ...settings, DAYMARK_ADMIN_EMAIL: 'another-admin@daymark.test' })
  await killDuringRestore(found)
  const output = await daymark(restoreEverything, found.env('setup'))
  expect(output).not.toMatch(/LOST/)
  await found.settle()
  for (const [n, { owner, tokens }] of people.entries()) {
    const again = new Visitor(found.url)
    expect(await again.post('/api/auth/login', { username: owner.email, password: PASSWORD })).toMatchObject({
      status: 200,
    })
    await untilSeen(again, tokens, seen => expect(seen).toEqual(before[n]))
  }
})

it('L-MKT-11 a key rotation covers the store and the backups, and the old key is not needed afterwards', async () => {
  // running processes would still encrypt with the old key
  await Promise.all(found!.servers.map(server => server.stop()))
  const [old, fresh] = [found!.settings['DAYMARK_ENCRYPTION_KEYS'], newRingKey('fresh')]
  const both = { ...found!.env('setup'), DAYMARK_ENCRYPTION_KEYS: `${fresh},${old}` }
  keys = { ...both, DAYMARK_ENCRYPTION_KEYS: fresh }
  await expect(daymark(['backups', 'verify'], keys)).rejects.toThrow(
    'is encrypted with the key tests, which is not configured',
  )
  expect(await daymark(['encryption', 'rotate'], both)).not.toMatch(/ 0 objects rewrapped/)
  const status = await daymark(['encryption', 'status'], both)
  expect(status.match(/^In .*:$/gm)).toEqual(['In the store:', 'In the backups:', 'In the off-site backups:'])
  expect(status.match(/key tests: .*$/gm)).toEqual(Array(3).fill('key tests: 0 objects'))
  for (const from of [[], ['from', 'offsite']])
    expect(await daymark(['backups', 'verify', ...from], keys)).toMatch(/4 photos {2}unchanged/)
})

const planted = 'planted@daymark.test'

it('L-MKT-10 a forged backup restores nothing, in particular no super_admin', async () => {
  await plantSuperAdmin(settings.DAYMARK_BACKUP_DIR, planted)
  const isThere = async () => (await found!.query(`SELECT 1 FROM identity.users WHERE email = '${planted}'`)).length > 0
  const restore = (words: string[], changed = {}) =>
    daymark(['backups', 'restore', 'everything', ...words], { ...keys, ...changed })
  await expect(restore([])).rejects.toThrow(/REFUSED: .* is not encrypted although[^]*Nothing was changed/)
  const accepted = { DAYMARK_BACKUP_ACCEPT_UNAUTHENTICATED: 'on' }
  await expect(restore([], accepted)).rejects.toThrow(
    new RegExp(`with the role super_admin[^]*${planted}[^]*Nothing was changed`),
  )
  expect(await isThere()).toBe(false)
  expect(await restore(['--skip-refused'])).toMatch(/^Restored everything/m)
  expect(await isThere()).toBe(false)
  expect(await restore(['--with-super-admins'], accepted)).toMatch(/^Restored everything/m)
  expect(await isThere()).toBe(true)
})

it('L-MKT-10 verify finds and names a damaged file of a backup', async () => {
  const objects = join(settings.DAYMARK_BACKUP_DIR, 'objects', 'objects')
  const [file] = readdirSync(objects, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  writeFileSync(join(file!.parentPath, file!.name), 'not a photo')
  await expect(daymark(['backups', 'verify'], keys)).rejects.toThrow(
    // encrypted objects are named without their suffix
    `${file!.name.replace('~', '/').replace(/\.dm1$/, '')} (damaged)`,
  )
})

it('L-MKT-10 verify and restore detect a backup that is missing from the store', async () => {
  const [newest] = await found!.query<{ id: string; user_id: string }>(
    `SELECT id, user_id FROM admin.backup_runs WHERE target = 'backup' AND manifest ? 'sequence'
     ORDER BY (manifest ->> 'sequence')::int DESC LIMIT 1`,
  )
  const files = readdirSync(settings.DAYMARK_BACKUP_DIR, { recursive: true, withFileTypes: true })
  const file = files.find(({ name }) => name.includes(newest!.id) && name.includes('manifest.json'))
  rmSync(join(file!.parentPath, file!.name))
  const isMissing = new RegExp(`OLDER: backup \\d+ of ${newest!.user_id}`)
  await expect(daymark(['backups', 'verify'], keys)).rejects.toThrow(isMissing)
  await expect(daymark(['backups', 'restore', 'everything', '--skip-refused'], keys)).rejects.toThrow(isMissing)
})
