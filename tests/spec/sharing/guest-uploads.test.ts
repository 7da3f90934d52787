import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { errors, type http, RESUMABLE_ABOVE_BYTES, UPLOAD_LINK_LIMITS } from '@daymark/contracts'
import { pollUntil, readFixture, type Visitor, withFixtures } from '@daymark/testing/outside'
import { interruptUpload, resumable } from '../../support/raw-requests.ts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createGuestUpload, guestPath, nameGuest, receivedPhotos, sendFile, filesSentBy, sha256, createUploadLink } from '../../support/guests.ts' // prettier-ignore
import { storageUsedBy } from '../../support/replacement.ts'
import { createLink, picture } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()

const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
/** The partial uploads in the store. */
const partialUploads = () =>
  readdirSync(daymark.storageDir, { encoding: 'utf8', recursive: true }).filter(path => /partials\/.+\/./.test(path))
const open = (guest: Visitor, token: string) => guest.get<http.UploadPage & http.ErrorAnswer>(guestPath(token))
const links = async (owner: Visitor, id: string) =>
  (await owner.get<{ links: http.UploadLink[] }>(`/api/albums/${id}/upload-links`)).body.links
const createUpload = (settings: object = {}, owner?: SignedInUser) => createGuestUpload(daymark, settings, owner)

describe('an upload link', () => {
  it('rule 148 belongs to its owner and one album and has its own limits', async () => {
    const { owner, album, link } = await createUpload({ greeting: 'Send us what you saw.' })
    expect(link).toEqual({
      id: expect.any(String),
      token: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      album_id: album.id,
      url: `${daymark.url}/upload/${link.token}`,
      title: 'Your photos',
      greeting: 'Send us what you saw.',
      approve: true,
      section_id: null,
      max_bytes: null,
      has_password: false,
      expires_at: null,
      max_photos: UPLOAD_LINK_LIMITS.default,
      max_photos_per_guest: UPLOAD_LINK_LIMITS.defaultPerGuest,
      revoked: false,
      active: true,
      guest_count: 0,
      received_count: 0,
      received_bytes: 0,
      waiting_count: 0,
      created_at: expect.any(String),
    })
    const path = `/api/upload-links/${link.id}`
    const changed = await owner.patch<http.UploadLink>(path, { max_photos: 3, password: 'champagne', approve: false })
    expect(changed.body).toMatchObject({ max_photos: 3, has_password: true, approve: false, guest_count: 1 })
    for (const wrong of [
      { title: ' ' },
      { max_photos: 0 },
      { max_photos: UPLOAD_LINK_LIMITS.max + 1 },
      { max_bytes: 0.5 },
    ])
      expect((await owner.patch(path, wrong)).status).toBe(400)
    expect(code(await owner.patch(path, { section_id: album.id }))).toEqual([404, 'section_not_found'])
    const favorites = (await owner.get<http.Album[]>('/api/albums')).body.find(one => one.is_favorites)!
    expect(code(await owner.post(`/api/albums/${favorites.id}/upload-links`, { title: 'x' }))[1]).toBe(
      'favorites_fixed',
    )
    for (let n = 1; n < UPLOAD_LINK_LIMITS.perAlbum; n++) await createUploadLink(owner, album.id)
    const full = await owner.post(`/api/albums/${album.id}/upload-links`, { title: 'x' })
    expect(code(full)).toEqual([409, 'upload_links_full'])
    expect((await owner.delete(path)).status).toBe(200)
    expect((await links(owner, album.id)).some(({ id }) => id === link.id)).toBe(false)
    expect(code(await open(daymark.visitor(), link.token))).toEqual([404, 'share_unavailable'])
  })

  it('rules 37 149 shows guests the request but nothing of the album, and a password protects both', async () => {
    const { owner, album, link, token } = await createUpload()
    const { body, headers } = await open(daymark.visitor(), token)
    expect(body).toEqual({
      title: 'Your photos',
      greeting: '',
      photographer: 'Ada Lens',
      approve: true,
      expires_at: null,
      name: null,
      max_file_bytes: expect.any(Number),
    })
    expect(headers.get('cache-control')).toBe('no-store')
    for (const path of [
      `/api/shares/public/${token}`,
      `/media/share/card.jpg?token=${token}`,
      `/api/shares/public/${token}/download`,
    ])
      // prettier-ignore
      expect((await daymark.visitor().get(path)).status).toBe(404)
    expect(code(await open(daymark.visitor(), (await createLink(owner, { album_id: album.id })).token))[0]).toBe(404)
    await owner.patch(`/api/upload-links/${link.id}`, { password: 'champagne' })
    const guest = daymark.visitor()
    for (const [method, more] of [['GET', ''], ['GET', '/files'], ['POST', '/guest']] as const) // prettier-ignore
      expect(code(await guest.send(method, guestPath(token, more), method === 'POST' ? { name: 'Eve' } : undefined))).toEqual([401, 'password_required']) // prettier-ignore
    expect((await guest.post(guestPath(token, '/unlock'), { password: 'beer' })).status).toBe(401)
    expect((await guest.post(guestPath(token, '/unlock'), { password: 'champagne' })).status).toBe(200)
    expect((await open(guest, token)).status).toBe(200)
  })

  it('rules 33 75 149 is closed when it is revoked, expired, its album is in the trash, or its owner is suspended', async () => {
    const { owner, album, link, token, guest } = await createUpload()
    const path = `/api/upload-links/${link.id}`
    const attempts = async () => [
      (await open(daymark.visitor(), token)).status,
      (await sentOf(guest)).status,
      (await sendFile(guest, token, { bytes: await picture(71) })).status,
    ]
    const sentOf = (visitor: Visitor) => visitor.get(guestPath(token, '/files'))
    await owner.post(`${path}/revoke`, {})
    expect(await attempts()).toEqual([410, 410, 410])
    await owner.post(`${path}/reinstate`, {})
    expect(await attempts()).toEqual([200, 200, 201])
    await owner.patch(path, { expires_at: '2020-01-01' })
    expect(await attempts()).toEqual([410, 410, 410])
    await owner.patch(path, { expires_at: null })
    await owner.delete(`/api/albums/${album.id}`)
    await daymark.settle()
    expect(await attempts()).toEqual([404, 404, 404])
    await owner.post('/api/trash/restore', { album_ids: [album.id] })
    await daymark.settle()
    // photos that waited when the album was deleted still wait
    expect((await receivedPhotos(owner, album.id)).total).toBe(1)
    expect(await attempts()).toEqual([200, 200, 201])
    const admin = await daymark.admin()
    await admin.post(`/api/admin/users/${owner.id}/suspend`, {})
    await daymark.settle()
    expect(await attempts()).toEqual([404, 404, 404])
  })
})

describe('guests', () => {
  const come = (token: string) => daymark.visitor().post(guestPath(token, '/guest'), { name: 'Bert' })
  const statuses = async (token: string, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => come(token)))
    return answers.map(({ status }) => status).toSorted()
  }

  const fill = (linkId: string, count: number) =>
    daymark.db('sharing').sql(
      `INSERT INTO upload_guests (link_id, key_hash, name, created_at)
       SELECT $1, n::text, 'Guest ' || n, now() FROM generate_series(1, $2) AS n`,
      [linkId, count],
    )

  it('rule 149: 500 guests behind one address can enter; once a link is half full, 150 of them in 15 minutes', async () => {
    const { link, token } = await createUpload()
    const entered = await statuses(token, UPLOAD_LINK_LIMITS.newPerNetwork + 1)
    expect(entered).toEqual(Array(UPLOAD_LINK_LIMITS.newPerNetwork + 1).fill(200))
    await fill(link.id, UPLOAD_LINK_LIMITS.guests / 2 - UPLOAD_LINK_LIMITS.newPerNetwork - 2)
    expect(await statuses(token, 1)).toEqual([429])
  })

  it('rule 149 are limited to a thousand, even concurrently', async () => {
    const { link, token } = await createUpload()
    await fill(link.id, UPLOAD_LINK_LIMITS.guests - 3)
    expect(await statuses(token, 4)).toEqual([200, 200, 409, 409])
    expect(code(await come(token))).toEqual([409, 'upload_guests_full'])
  })
})

describe('an upload of a guest', () => {
  it('rule 149 150 is listed, shown and deleted for this guest only', async () => {
    const { owner, album, token, guest } = await createUpload()
    expect(code(await daymark.visitor().get(guestPath(token, '/files')))).toEqual([403, 'guest_unknown'])
    expect(code(await sendFile(daymark.visitor(), token, { bytes: await picture(1) }))).toEqual([403, 'guest_unknown'])
    const bytes = await picture(11)
    const { body: file } = await sendFile(guest, token, { name: '../Kiss.JPG', bytes })
    await daymark.settle()
    const [sent] = await filesSentBy(guest, token)
    expect(sent).toEqual({
      id: file.id,
      filename: 'Kiss.JPG',
      size: bytes.length,
      sha256: sha256(bytes),
      state: 'waiting',
      error: null,
      processing_status: 'completed',
      width: 331,
      height: 200,
      placeholder: expect.any(String),
      url: guestPath(token, `/files/${file.id}/picture`),
      received_at: expect.any(String),
    })
    const shown = await guest.get(sent!.url!)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const other = await nameGuest(daymark.visitor(), token, 'Bert')
    const otherLink = await createUpload({}, owner)
    expect(await filesSentBy(other, token)).toEqual([])
    expect((await other.get(sent!.url!)).status).toBe(404)
    expect((await other.delete(guestPath(token, `/files/${file.id}`))).status).toBe(404)
    expect((await otherLink.guest.delete(guestPath(otherLink.token, `/files/${file.id}`))).status).toBe(404)
    expect((await guest.delete(guestPath(token, `/files/${file.id}`))).status).toBe(200)
    await daymark.settle()
    expect([await filesSentBy(guest, token), (await receivedPhotos(owner, album.id)).total]).toEqual([[], 0])
    expect((await guest.get(sent!.url!)).status).toBe(404)
  })

  it('rules 19 150 is identified by its bytes, is limited in size, and is stored once', async () => {
    const { owner, album, link, token, guest } = await createUpload({ max_photos: 4, max_photos_per_guest: 2 })
    const used = await storageUsedBy(owner)
    const svg = await sendFile(guest, token, {
      name: 'kiss.jpg',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    expect(code(svg)).toEqual([415, 'unsupported_file'])
    const bytes = await picture(21)
    const [first, again] = [
      await sendFile(guest, token, { bytes }),
      await sendFile(guest, token, { name: 'other.jpg', bytes }),
    ]
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect(code(await sendFile(guest, token, { bytes: await picture(22) }))[0]).toBe(201)
    const full = await sendFile(guest, token, { bytes: await picture(23) })
    expect([...code(full), full.body.message]).toEqual([409, 'upload_link_full', errors.UPLOAD_LINK_FULL({ of: 'guest' }).message]) // prettier-ignore
    const others = await Promise.all(['Bert', 'Cleo'].map(name => nameGuest(daymark.visitor(), token, name)))
    // concurrently: never more than the limit of the link
    const answers = await Promise.all(
      [24, 25, 26, 27].map(async (n, at) => sendFile(others[at % 2]!, token, { bytes: await picture(n) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
    await daymark.settle()
    const [shown] = await links(owner, album.id)
    expect(shown).toMatchObject({ id: link.id, received_count: 4, waiting_count: 4, guest_count: 3 })
    // waiting photos count as storage with their variants
    expect((await storageUsedBy(owner)) - used).toBeGreaterThan(shown!.received_bytes)
    await owner.patch(`/api/upload-links/${link.id}`, { max_photos: 50, max_photos_per_guest: 50, max_bytes: shown!.received_bytes + 10 }) // prettier-ignore
    expect(code(await sendFile(guest, token, { bytes: await picture(28) }))).toEqual([409, 'upload_link_full'])
    expect(partialUploads()).toEqual([])
  })

  it('rules 8 150 is refused if the storage of the owner is full, without details about the owner', async () => {
    const { owner, token, guest } = await createUpload()
    await daymark
      .db('library')
      .sql('UPDATE plans SET storage_limit = 1000, version = version WHERE user_id = $1', [owner.id])
    const { body, status } = await sendFile(guest, token, { bytes: await picture(31) })
    expect([status, body.message]).toEqual([409, errors.UPLOAD_LINK_FULL({ of: 'link' }).message])
  })

  it('rules 8 150: uploads in progress count against link, guest and storage until they complete, fail or expire', async () => {
    const { owner, token, guest } = await createUpload({ max_photos: 1, max_bytes: 12_000_000 })
    const bytes = Buffer.concat([await picture(42), randomBytes(RESUMABLE_ABOVE_BYTES + 100_000)])
    const path = guestPath(token, '/files')
    const startUpload = (key: string) =>
      interruptUpload(guest, bytes, { until: RESUMABLE_ABOVE_BYTES, headers: resumable(key), path })
    const offsetOf = async (key: string) =>
      (await guest.get<{ offset: number }>(guestPath(token, `/sending/${key}`))).body.offset ?? 0
    const announced = () =>
      daymark.db('library').sql('SELECT upload_name FROM pending_uploads WHERE owner_id = $1', [owner.id])
    await startUpload('first')
    await pollUntil('the beginning is stored', async () => (await offsetOf('first')) > 0)
    expect(await announced()).toHaveLength(1)
    const other = await nameGuest(daymark.visitor(), token, 'Bert')
    for (const [visitor, key] of [
      [guest, 'second'],
      [other, 'third'],
    ] as const)
      // prettier-ignore
      expect(code(await sendFile(visitor, token, { bytes, headers: resumable(key) }))).toEqual([409, 'upload_link_full'])
    expect(await announced()).toHaveLength(1)
    // The owner can use the rest of the storage.
    const used = await storageUsedBy(owner)
    const limit = used + bytes.length + 100_000
    await daymark.db('library').sql('UPDATE plans SET storage_limit = $2 WHERE user_id = $1', [owner.id, limit])
    expect((await owner.upload('/api/images', { name: 'own.jpg', bytes })).status).toBe(413)
    // A rejected file no longer counts, and an abandoned upload expires after an hour.
    await daymark.clock.advance(61 * 60_000)
    expect(code(await sendFile(guest, token, { bytes: randomBytes(1000) }))[0]).toBe(415)
    expect((await sendFile(guest, token, { bytes, headers: resumable('first') })).status).toBe(201)
    expect(await announced()).toEqual([])
  })

  it('rule 150 resumes where it stopped, and partial uploads of all guests of an owner are limited together', async () => {
    const { owner, token, guest } = await createUpload()
    const bytes = Buffer.concat([await picture(41), randomBytes(RESUMABLE_ABOVE_BYTES + 100_000)])
    const path = guestPath(token, '/files')
    await interruptUpload(guest, bytes, { until: RESUMABLE_ABOVE_BYTES, headers: resumable('large'), path })
    const progress = async (visitor: Visitor) =>
      (await visitor.get<{ offset: number; file: http.SentFile | null }>(guestPath(token, '/sending/large'))).body
    const { offset } = await progress(guest)
    expect(offset).toBeGreaterThan(0)
    expect(partialUploads()).toEqual([expect.stringContaining(`${owner.id}-guests`)])
    expect(await progress(await nameGuest(daymark.visitor(), token, 'Bert'))).toEqual({ offset: 0, file: null })
    const headers = { ...resumable('large'), 'upload-offset': String(offset) }
    const { status, body } = await sendFile(guest, token, { bytes: bytes.subarray(offset), headers })
    expect([status, body.sha256, body.size]).toEqual([201, sha256(bytes), bytes.length])
    expect((await progress(guest)).file?.id).toBe(body.id)
    expect(partialUploads()).toEqual([])
  })

  withFixtures('of cameras and phones', () => {
    it('rules 19 20 150 all formats are accepted; unreadable files are reported and do not affect others', async () => {
      const { owner, album, token, guest } = await createUpload()
      for (const [name, status] of [
        ['heic/iphone7-12mp.heic', 201],
        ['bad/html-named.jpg', 415],
        ['bad/zero-byte.jpg', 415],
        ['bad/random.nef', 201],
      ] as const)
        // prettier-ignore
        expect([name, (await sendFile(guest, token, { name, bytes: readFixture(name) })).status]).toEqual([name, status])
      await daymark.settle()
      const sent = await filesSentBy(guest, token)
      expect(sent.map(file => [file.filename, file.processing_status])).toEqual([
        ['random.nef', 'failed'],
        ['iphone7-12mp.heic', 'completed'],
      ])
      const { images } = await receivedPhotos(owner, album.id)
      expect(images.map(image => [image.filename, image.thumbnail_url !== null])).toEqual([
        ['iphone7-12mp.heic', true],
        ['random.nef', false],
      ])
    })
  })
})
