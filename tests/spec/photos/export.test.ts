import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type http, isEncrypted } from '@daymark/contracts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createAlbum, createTag, uploadPhotos } from '../../support/photos.ts'
import { createResolvedThread, pickOf, sendList } from '../../support/visitor-actions.ts'
import { createLink, createSharedGallery } from '../../support/shared-gallery.ts'
import { SETTINGS, uploadLogo } from '../../support/watermark.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-export-'))
const daymark = setUpDaymark({ env: { DAYMARK_PUBLIC_URL: 'https://daymark.test' } })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ADDRESS = '/api/export'
const EXIFTOOL = join(import.meta.dirname, '../../../node_modules/exiftool-vendored.pl/bin/exiftool')

/** Fills all settings. */
async function settled(alice: SignedInUser): Promise<void> {
  await alice.patch('/api/settings/profile', { display_name: 'Alice & Co', time_zone: 'Europe/Lisbon' })
  await alice.patch('/api/settings/studio', { name: 'Studio Alice', website: 'https://alice.example' })
  await alice.patch('/api/settings/studio-page', { name: 'alice-page', title: 'Alice' })
  await alice.patch('/api/settings/mail', { topic: 'new_sign_in', wanted: false })
  await uploadLogo(alice)
  await alice.patch(SETTINGS, { widthPercent: 31 })
  await alice.post('/api/settings/domain', { host: 'photos.alice.example' })
}

it('rule 84 contains profile, plan, watermark, studio, domain and links, but no secrets', async () => {
  const alice = await daymark.createUser({ tier: 'studio', displayName: 'Alice' })
  await settled(alice)
  const [photo] = (await uploadPhotos(daymark, alice, 1)) as [http.Image]
  const selection = {
    image_ids: [photo.id],
    title: 'For Bob',
    password: 'open me',
    hint: 'a hint',
    slug: 'for-bob-only',
  }
  const { token } = await createLink(alice, { ...selection, download_limit: 20 })
  await daymark.settle()
  const [stored] = await daymark
    .db('library')
    .sql<{ key: string }>('SELECT object_key AS key FROM photos WHERE id = $1', [photo.id])
  expect(isEncrypted(stored?.key ?? '')).toBe(true)
  const path = join(folder, 'account.zip')
  writeFileSync(path, (await alice.get(ADDRESS)).bytes)
  const text = execFileSync('unzip', ['-p', path, 'library.json'], { encoding: 'utf8' })
  for (const secret of [token, 'open me', 'a hint', 'for-bob-only']) expect(text).not.toContain(secret)
  const { account, links, photos } = JSON.parse(text)
  expect(account).toMatchObject({
    profile: {
      id: alice.id,
      display_name: 'Alice & Co',
      email: alice.email,
      time_zone: 'Europe/Lisbon',
      language: null,
    },
    mail: {
      new_sign_in: false,
      gallery_feedback: true,
      gallery_activity: false,
      link_expiry: true,
      visitor_reminders: false,
    },
    plan: { tier: 'studio', status: 'active', cancel_at_period_end: false },
    watermark: { has_image: true, settings: { widthPercent: 31 } },
    studio: { name: 'Studio Alice', website: 'https://alice.example/' },
    domain: { host: 'photos.alice.example', state: 'pending' },
    studio_page: { enabled: false, name: 'alice-page', title: 'Alice', galleries: [] },
  })
  expect(links).toMatchObject([{ title: 'For Bob', kind: 'selection', download_limit: 20, has_password: true }])
  // encrypted in the store, plain in the export
  const original = execFileSync('unzip', ['-p', path, photos[0].file])
  expect(createHash('sha256').update(original).digest('hex')).toBe(photos[0].sha256)
})

it('rule 84 rule 104 rule 109 contains picks and comments of visitors by link, with the path of each photo', async () => {
  const { owner, link, image } = await createSharedGallery(daymark, { count: 1, share: { picks: {} } })
  const anna = daymark.visitor()
  await sendList(anna, link.token, [pickOf(image, 'picked', 'In black and white')])
  await createResolvedThread(owner, anna, link, image)
  const path = join(folder, 'visits.zip')
  writeFileSync(path, (await owner.get(ADDRESS)).bytes)
  const { links } = JSON.parse(execFileSync('unzip', ['-p', path, 'library.json'], { encoding: 'utf8' }))
  const photo = { id: image.id, file: 'Albums/Summer/Beach 0.JPG', original_filename: 'Beach 0.JPG' }
  expect(links).toMatchObject([
    {
      picks: { notes: true },
      comments: { shared: false },
      first_look: null,
      waiting: [],
      lists: [
        {
          name: 'Anna',
          email: 'anna@example.org',
          sent_at: expect.any(String),
          photos: [{ ...photo, choice: 'picked', note: 'In black and white' }],
        },
      ],
      threads: [
        {
          photo,
          point: { x: 0.25, y: 0.5 },
          email: 'anna@example.org',
          resolved_at: expect.any(String),
          comments: [
            { by: 'visitor', name: 'Anna', text: 'A little brighter?' },
            { by: 'owner', name: null, text: 'Done, look again' },
          ],
        },
      ],
    },
  ])
})

/** Creates two photos in an album with a custom order, one of them in a second album, and one without an album. */
async function full(): Promise<{ alice: SignedInUser; token: string }> {
  const alice = await daymark.createUser()
  const [first, second] = (await uploadPhotos(daymark, alice, 3)) as [http.Image, http.Image, http.Image]
  const trip = await createAlbum(alice, 'Trip: Lisbon/Porto', [first, second])
  await createAlbum(alice, 'Best', [second])
  await alice.post(`/api/albums/${trip.id}/reorder`, { order: [second.id, first.id] })
  const tag = await createTag(alice, 'sea & sun')
  await alice.post('/api/tags/apply', { image_ids: [second.id], tag_ids: [tag.id] })
  const edit = { title: 'Waves <3', caption: 'At noon,\nby the sea', is_favorite: true }
  await alice.patch(`/api/images/${second.id}`, edit)
  const { token } = await createLink(alice, { album_id: trip.id, password: 'open me' })
  await daymark.settle()
  return { alice, token }
}
const list = (path: string) => execFileSync('unzip', ['-Z1', path], { encoding: 'utf8' }).trim().split('\n').toSorted()

it('rule 84 is one ZIP with folders by album and year, sidecars, and library.json', async () => {
  const { alice, token } = await full()
  const { status, headers, bytes } = await alice.get(ADDRESS)
  expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([
    200,
    'application/zip',
    String(bytes.length),
  ])
  const path = join(folder, 'all.zip')
  writeFileSync(path, bytes)
  expect(spawnSync('unzip', ['-tq', path], { encoding: 'utf8' }).stdout).toContain('No errors detected')
  const year = new Date(daymark.clock.now()).getUTCFullYear()
  expect(list(path)).toEqual([
    'Albums/Trip_ Lisbon_Porto/Beach 0.JPG',
    'Albums/Trip_ Lisbon_Porto/Beach 1.JPG',
    'Albums/Trip_ Lisbon_Porto/Beach 1.xmp',
    `Photos/${year}/Beach 2.JPG`,
    'library.json',
  ])
  const unpacked = join(folder, 'all')
  execFileSync('unzip', ['-q', path, '-d', unpacked])
  const text = readFileSync(join(unpacked, 'library.json'), 'utf8')
  expect(text).not.toContain(token)
  const library = JSON.parse(text)
  const [one, two] = ['Albums/Trip_ Lisbon_Porto/Beach 0.JPG', 'Albums/Trip_ Lisbon_Porto/Beach 1.JPG']
  const orders = Object.fromEntries(
    library.albums.map((album: { title: string; photos: string[] }) => [album.title, album.photos]),
  )
  expect(orders).toEqual({ 'Trip: Lisbon/Porto': [two, one], Best: [two], Favorites: [two] })
  expect(library.tags).toEqual(['sea & sun'])
  expect(library.links).toMatchObject([{ title: 'Trip: Lisbon/Porto', kind: 'album', revoked: false }])
  for (const { file, sha256 } of library.photos)
    expect(
      createHash('sha256')
        .update(readFileSync(join(unpacked, file)))
        .digest('hex'),
    ).toBe(sha256)
  const edit = JSON.parse(
    execFileSync('perl', [EXIFTOOL, '-j', join(unpacked, 'Albums/Trip_ Lisbon_Porto/Beach 1.xmp')], {
      encoding: 'utf8',
    }),
  )
  expect(edit).toMatchObject([
    { Title: 'Waves <3', Description: 'At noon,\nby the sea', Subject: 'sea & sun', Rating: 5 },
  ])
})

it('rule 84 a resumed download has the same bytes, and starts again if the library changed', async () => {
  const { alice } = await full()
  const whole = await alice.get(ADDRESS)
  const etag = whole.headers.get('etag') ?? ''
  const from = Math.floor(whole.bytes.length / 2)
  const range = { Range: `bytes=${from}-`, 'If-Range': etag }
  const remaining = await alice.send('GET', ADDRESS, undefined, range)
  expect([remaining.status, remaining.bytes.equals(whole.bytes.subarray(from))]).toEqual([206, true])
  const [image] = (await alice.get<http.ImageList>('/api/images')).body.images
  await alice.patch(`/api/images/${image?.id}`, { title: 'Another' })
  const restarted = await alice.send('GET', ADDRESS, undefined, range)
  expect([restarted.status, restarted.headers.get('etag') === etag]).toEqual([200, false])
})

it('rule 84 requires the session of the owner and is recorded in the audit log', async () => {
  const { alice } = await full()
  expect((await daymark.visitor().get(ADDRESS)).status).toBe(401)
  await alice.get(ADDRESS)
  await daymark.settle()
  const admin = await daymark.admin()
  const log = await admin.get<http.AuditPage>('/api/admin/audit?action=library.exported')
  expect(log.body.entries.map(entry => entry.actor?.id)).toContain(alice.id)
  const bob = await daymark.createUser()
  const empty = await bob.get(ADDRESS)
  writeFileSync(join(folder, 'empty.zip'), empty.bytes)
  expect(list(join(folder, 'empty.zip'))).toEqual(['library.json'])
})
