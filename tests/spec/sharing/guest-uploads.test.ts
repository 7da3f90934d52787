import { randomBytes } from 'node:crypto'
import { errors, type http, RESUMABLE_ABOVE, UPLOADS } from '@daymark/contracts'
import { identityService } from '@daymark/identity'
import { readFixture, Receiver, type Visitor, withFixtures } from '@daymark/testing/outside'
import { breakUpload, resumable } from '../../support/broken-upload.ts'
import { type Daymark, type Member, startDaymark } from '../../support/daymark.ts'
import { decide, guestPath, named, received, receivedPath, send, sendPicture, sentBy, sha256, uploadLink } from '../../support/guests.ts' // prettier-ignore
import { integratorOf, UNLIMITED } from '../../support/integrator.ts'
import { albumOf, imageIds, uploaded } from '../../support/photos.ts'
import { keysIn, usedBy } from '../../support/replacing.ts'
import { newLink, picture, unzip } from '../../support/shared-gallery.ts'

let daymark: Daymark
let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.open()
  daymark = await startDaymark({ env: { ...UNLIMITED, DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true' } })
}, 60_000)
afterAll(async () => {
  await daymark.stop()
  await receiver.close()
})

const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
const open = (guest: Visitor, token: string) => guest.get<http.UploadPage & http.ErrorAnswer>(guestPath(token))
const detail = async (owner: Visitor, id: string) => (await owner.get<http.AlbumDetail>(`/api/albums/${id}`)).body
const links = async (owner: Visitor, id: string) =>
  (await owner.get<{ links: http.UploadLink[] }>(`/api/albums/${id}/upload-links`)).body.links
/** Somebody with an album that has a photo of her own, and a guest who said her name. */
async function asked(settings: object = {}, owner?: Member) {
  const own = owner ?? (await daymark.user({ displayName: 'Ada Lens' }))
  const [first] = await uploaded(daymark, own, 1)
  const album = await albumOf(own, 'Wedding', first ? [first] : [])
  const link = await uploadLink(own, album.id, settings)
  const guest = await named(daymark.stranger(), link.token)
  return { owner: own, album, link, token: link.token, guest, first: first! }
}

describe('an upload link', () => {
  it('rule 148 is its owner’s, of one album, and has limits of its own', async () => {
    const { owner, album, link } = await asked({ greeting: 'Send us what you saw.' })
    expect(link).toEqual({
      ...{ id: expect.any(String), token: expect.stringMatching(/^[0-9A-Za-z]{22}$/), album_id: album.id },
      ...{ url: `${daymark.url}/upload/${link.token}`, title: 'Your photos', greeting: 'Send us what you saw.' },
      ...{ approve: true, section_id: null, max_bytes: null, has_password: false, expires_at: null },
      ...{ max_photos: UPLOADS.usual, max_photos_per_guest: UPLOADS.usualOfGuest, revoked: false, active: true },
      ...{ guest_count: 0, received_count: 0, received_bytes: 0, waiting_count: 0, created_at: expect.any(String) },
    })
    const path = `/api/upload-links/${link.id}`
    const changed = await owner.patch<http.UploadLink>(path, { max_photos: 3, password: 'champagne', approve: false })
    expect(changed.body).toMatchObject({ max_photos: 3, has_password: true, approve: false, guest_count: 1 })
    for (const wrong of [{ title: ' ' }, { max_photos: 0 }, { max_photos: UPLOADS.most + 1 }, { max_bytes: 0.5 }])
      expect((await owner.patch(path, wrong)).status).toBe(400)
    expect(code(await owner.patch(path, { section_id: album.id }))).toEqual([404, 'section_not_found'])
    const favorites = (await owner.get<http.Album[]>('/api/albums')).body.find(one => one.is_favorites)!
    expect(code(await owner.post(`/api/albums/${favorites.id}/upload-links`, { title: 'x' }))[1]).toBe(
      'favorites_fixed',
    )
    for (let n = 1; n < UPLOADS.perAlbum; n++) await uploadLink(owner, album.id)
    const full = await owner.post(`/api/albums/${album.id}/upload-links`, { title: 'x' })
    expect(code(full)).toEqual([409, 'upload_links_full'])
    expect((await owner.delete(path)).status).toBe(200)
    expect((await links(owner, album.id)).some(({ id }) => id === link.id)).toBe(false)
    expect(code(await open(daymark.stranger(), link.token))).toEqual([404, 'share_unavailable'])
  })

  it('rules 37 149 shows a guest what is asked, and nothing of the album; a password guards even that', async () => {
    const { owner, album, link, token } = await asked()
    const { body, headers } = await open(daymark.stranger(), token)
    expect(body).toEqual({
      ...{ title: 'Your photos', greeting: '', photographer: 'Ada Lens', approve: true, expires_at: null, name: null },
      max_file_bytes: expect.any(Number),
    })
    expect(headers.get('cache-control')).toBe('no-store')
    for (const path of [
      `/api/shares/public/${token}`,
      `/media/share/card.jpg?token=${token}`,
      `/api/shares/public/${token}/download`,
    ])
      // prettier-ignore
      expect((await daymark.stranger().get(path)).status).toBe(404)
    expect(code(await open(daymark.stranger(), (await newLink(owner, { album_id: album.id })).token))[0]).toBe(404)
    await owner.patch(`/api/upload-links/${link.id}`, { password: 'champagne' })
    const guest = daymark.stranger()
    for (const [method, more] of [['GET', ''], ['GET', '/files'], ['POST', '/guest']] as const) // prettier-ignore
      expect(code(await guest.send(method, guestPath(token, more), method === 'POST' ? { name: 'Eve' } : undefined))).toEqual([401, 'password_required']) // prettier-ignore
    expect((await guest.post(guestPath(token, '/unlock'), { password: 'beer' })).status).toBe(401)
    expect((await guest.post(guestPath(token, '/unlock'), { password: 'champagne' })).status).toBe(200)
    expect((await open(guest, token)).status).toBe(200)
  })

  it('rules 33 75 149 is shut when it is closed, over, its album in the trash, or its owner suspended', async () => {
    const { owner, album, link, token, guest } = await asked()
    const path = `/api/upload-links/${link.id}`
    const tries = async () => [
      (await open(daymark.stranger(), token)).status,
      (await sentOf(guest)).status,
      (await send(guest, token, { bytes: await picture(71) })).status,
    ]
    const sentOf = (who: Visitor) => who.get(guestPath(token, '/files'))
    await owner.post(`${path}/revoke`, {})
    expect(await tries()).toEqual([410, 410, 410])
    await owner.post(`${path}/reinstate`, {})
    expect(await tries()).toEqual([200, 200, 201])
    await owner.patch(path, { expires_at: '2020-01-01' })
    expect(await tries()).toEqual([410, 410, 410])
    await owner.patch(path, { expires_at: null })
    await owner.delete(`/api/albums/${album.id}`)
    await daymark.settle()
    expect(await tries()).toEqual([404, 404, 404])
    await owner.post('/api/trash/restore', { album_ids: [album.id] })
    await daymark.settle()
    // what waited when the album went waits still
    expect((await received(owner, album.id)).total).toBe(1)
    expect(await tries()).toEqual([200, 200, 201])
    const admin = await daymark.admin()
    await admin.post(`/api/admin/users/${owner.id}/suspend`, {})
    await daymark.settle()
    expect(await tries()).toEqual([404, 404, 404])
  })
})

describe('what a guest sends', () => {
  it('rule 149 150 is hers alone: listed, looked at and taken back by nobody else', async () => {
    const { owner, album, token, guest } = await asked()
    expect(code(await daymark.stranger().get(guestPath(token, '/files')))).toEqual([403, 'guest_unknown'])
    expect(code(await send(daymark.stranger(), token, { bytes: await picture(1) }))).toEqual([403, 'guest_unknown'])
    const bytes = await picture(11)
    const { body: file } = await send(guest, token, { name: '../Kiss.JPG', bytes })
    await daymark.settle()
    const [sent] = await sentBy(guest, token)
    expect(sent).toEqual({
      ...{
        id: file.id,
        filename: 'Kiss.JPG',
        size: bytes.length,
        sha256: sha256(bytes),
        state: 'waiting',
        error: null,
      },
      ...{ processing_status: 'completed', width: 331, height: 200, placeholder: expect.any(String) },
      ...{ url: guestPath(token, `/files/${file.id}/picture`), received_at: expect.any(String) },
    })
    const shown = await guest.get(sent!.url!)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const other = await named(daymark.stranger(), token, 'Bert')
    const elsewhere = await asked({}, owner)
    expect(await sentBy(other, token)).toEqual([])
    expect((await other.get(sent!.url!)).status).toBe(404)
    expect((await other.delete(guestPath(token, `/files/${file.id}`))).status).toBe(404)
    expect((await elsewhere.guest.delete(guestPath(elsewhere.token, `/files/${file.id}`))).status).toBe(404)
    expect((await guest.delete(guestPath(token, `/files/${file.id}`))).status).toBe(200)
    await daymark.settle()
    expect([await sentBy(guest, token), (await received(owner, album.id)).total]).toEqual([[], 0])
    expect((await guest.get(sent!.url!)).status).toBe(404)
  })

  it('rules 19 150 is told from its bytes, has limits, and is sent once', async () => {
    const { owner, album, link, token, guest } = await asked({ max_photos: 4, max_photos_per_guest: 2 })
    const used = await usedBy(owner)
    const svg = await send(guest, token, {
      name: 'kiss.jpg',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    expect(code(svg)).toEqual([415, 'unsupported_file'])
    const bytes = await picture(21)
    const [first, again] = [await send(guest, token, { bytes }), await send(guest, token, { name: 'other.jpg', bytes })]
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect(code(await send(guest, token, { bytes: await picture(22) }))[0]).toBe(201)
    const full = await send(guest, token, { bytes: await picture(23) })
    expect([...code(full), full.body.message]).toEqual([409, 'upload_link_full', errors.UPLOAD_LINK_FULL({ of: 'guest' }).message]) // prettier-ignore
    const others = await Promise.all(['Bert', 'Cleo'].map(name => named(daymark.stranger(), token, name)))
    // as many at once as there are: never more than the link takes
    const answers = await Promise.all(
      [24, 25, 26, 27].map(async (n, at) => send(others[at % 2]!, token, { bytes: await picture(n) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
    await daymark.settle()
    const [shown] = await links(owner, album.id)
    expect(shown).toMatchObject({ id: link.id, received_count: 4, waiting_count: 4, guest_count: 3 })
    // what waits counts as storage, with what was made of it
    expect((await usedBy(owner)) - used).toBeGreaterThan(shown!.received_bytes)
    await owner.patch(`/api/upload-links/${link.id}`, { max_photos: 50, max_photos_per_guest: 50, max_bytes: shown!.received_bytes + 10 }) // prettier-ignore
    expect(code(await send(guest, token, { bytes: await picture(28) }))).toEqual([409, 'upload_link_full'])
    expect(await keysIn(daymark.storageDir)).not.toContainEqual(expect.stringContaining('partials'))
  })

  it('rules 8 150 is refused when the storage of the owner is full, without saying whose it is', async () => {
    const { owner, token, guest } = await asked()
    await daymark
      .db('library')
      .sql('UPDATE plans SET storage_limit = 1000, version = version WHERE user_id = $1', [owner.id])
    const { body, status } = await send(guest, token, { bytes: await picture(31) })
    expect([status, body.message]).toEqual([409, errors.UPLOAD_LINK_FULL({ of: 'link' }).message])
  })

  it('rule 150 goes on where it broke off', async () => {
    const { token, guest } = await asked()
    const bytes = Buffer.concat([await picture(41), randomBytes(RESUMABLE_ABOVE + 100_000)])
    const path = guestPath(token, '/files')
    await breakUpload(guest, bytes, { until: RESUMABLE_ABOVE, headers: resumable('large'), path })
    const progress = async (who: Visitor) =>
      (await who.get<{ offset: number; file: http.SentFile | null }>(guestPath(token, '/sending/large'))).body
    const { offset } = await progress(guest)
    expect(offset).toBeGreaterThan(0)
    expect(await progress(await named(daymark.stranger(), token, 'Bert'))).toEqual({ offset: 0, file: null })
    const headers = { ...resumable('large'), 'upload-offset': String(offset) }
    const { status, body } = await send(guest, token, { bytes: bytes.subarray(offset), headers })
    expect([status, body.sha256, body.size]).toEqual([201, sha256(bytes), bytes.length])
    expect((await progress(guest)).file?.id).toBe(body.id)
  })

  withFixtures('of cameras and phones', () => {
    it('rules 19 20 150 comes from any of them; what cannot be read says so, and stops nobody', async () => {
      const { owner, album, token, guest } = await asked()
      for (const [name, status] of [
        ['heic/iphone7-12mp.heic', 201],
        ['bad/html-named.jpg', 415],
        ['bad/zero-byte.jpg', 415],
        ['bad/random.nef', 201],
      ] as const)
        // prettier-ignore
        expect([name, (await send(guest, token, { name, bytes: readFixture(name) })).status]).toEqual([name, status])
      await daymark.settle()
      const sent = await sentBy(guest, token)
      expect(sent.map(file => [file.filename, file.processing_status])).toEqual([
        ['random.nef', 'failed'],
        ['iphone7-12mp.heic', 'completed'],
      ])
      const { images } = await received(owner, album.id)
      expect(images.map(image => [image.filename, image.thumbnail_url !== null])).toEqual([
        ['iphone7-12mp.heic', true],
        ['random.nef', false],
      ])
    }, 60_000)
  })
})

describe('what waits', () => {
  it('rule 151 is nowhere but where its owner decides on it, and then a photo like any other', async () => {
    const { owner, album, token, guest, first } = await asked({}, await daymark.user({ tier: 'studio' }))
    const gallery = await newLink(owner, { album_id: album.id })
    const program = await integratorOf(owner)
    const waiting = await sendPicture(guest, token, 51)
    await daymark.settle()
    const everywhere = async () => {
      const shown = (await daymark.stranger().get<http.PublicShare>(`/api/shares/public/${gallery.token}`)).body
      const zip = unzip((await owner.get('/api/export')).bytes)
      return [
        await imageIds(owner),
        await imageIds(owner, '&q=party'),
        (await detail(owner, album.id)).images.map(({ id }) => id),
        shown.images.map(({ id }) => id),
        (await program.get<{ images: http.v1.Image[] }>('/v1/images')).body.images.map(({ id }) => id),
        (await program.get<{ images: { id: string }[] }>(`/v1/albums/${album.id}/manifest`)).body.images.map(
          ({ id }) => id,
        ),
        zip.filter(({ name }) => /\.jpe?g$/i.test(name)).map(({ name }) => name.replace(/^.*\//, '')),
        (await owner.get<{ total_photos: number }>('/api/analytics')).body,
        (await owner.get(`/api/images/${waiting.id}`)).status,
        (await owner.get(`/media/originals/${waiting.filename}`)).status,
      ] as [string[], string[], ...unknown[]]
    }
    const before = await everywhere()
    expect(before.slice(0, 7)).toEqual([...[[first.id], []], ...Array(4).fill([first.id]), ['Beach 0.JPG']])
    expect(before.slice(8)).toEqual([404, 404])
    expect((await detail(owner, album.id)).waiting_count).toBe(1)
    const { guests, images, total } = await received(owner, album.id)
    expect(guests).toMatchObject([{ name: 'Anna', waiting_count: 1 }])
    expect([total, images]).toMatchObject([1, [{ id: waiting.id, sent_by: 'Anna', processing_status: 'completed' }]])
    for (const size of ['sm', 'md', 'lg']) {
      expect((await owner.get(`/media/received/${waiting.id}/${size}.jpg`)).status).toBe(200)
      expect((await (await daymark.user()).get(`/media/received/${waiting.id}/${size}.jpg`)).status).toBe(404)
    }
    const used = await usedBy(owner)
    // of two who decide at once one does it
    const both = await Promise.all([decide(owner, album.id, 'accept'), decide(owner, album.id, 'accept')])
    expect(both.map(({ body }) => body.accepted).toSorted()).toEqual([0, 1])
    await daymark.settle()
    const [ids, found] = await everywhere()
    expect([ids.toSorted(), found]).toEqual([[first.id, waiting.id].toSorted(), [waiting.id]])
    const after = await detail(owner, album.id)
    expect(after.images.map(image => [image.id, image.sent_by, image.processing_status])).toEqual([
      [first.id, undefined, 'completed'],
      [waiting.id, 'Anna', 'completed'],
    ])
    expect([after.waiting_count, await usedBy(owner)]).toEqual([undefined, used])
    expect((await program.get<http.v1.Image>(`/v1/images/${waiting.id}`)).body.sent_by).toBe('Anna')
    const visited = await daymark.stranger().get(`/api/shares/public/${gallery.token}`)
    expect(visited.bytes.toString()).toContain(waiting.id)
    expect(visited.bytes.toString()).not.toContain('Anna')
    // she sees that it was added, and that photo only while it is what she sent
    expect(await sentBy(guest, token)).toMatchObject([{ id: waiting.id, state: 'added', url: expect.any(String) }])
    expect(code(await guest.delete(guestPath(token, `/files/${waiting.id}`)))).toEqual([409, 'conflict'])
    await owner.delete(`/api/images/${waiting.id}`)
    await daymark.settle()
    expect(await sentBy(guest, token)).toMatchObject([{ id: waiting.id, state: 'added', url: null }])
    expect((await guest.get(guestPath(token, `/files/${waiting.id}/picture`))).status).toBe(404)
  })

  it('rule 151 is decided on one by one, guest by guest or all at once; what is declined goes for good', async () => {
    const { owner, album, token, guest } = await asked()
    const none = await keysIn(daymark.storageDir)
    const bert = await named(daymark.stranger(), token, 'Bert')
    const hers = [await sendPicture(guest, token, 61), await sendPicture(guest, token, 62)] as const
    const his = [await sendPicture(bert, token, 63), await sendPicture(bert, token, 64)] as const
    await daymark.settle()
    const before = await received(owner, album.id)
    expect(before.guests.map(one => [one.name, one.waiting_count])).toEqual([['Anna', 2], ['Bert', 2]]) // prettier-ignore
    expect(before.images.map(({ id }) => id)).toEqual([...hers, ...his].map(({ id }) => id))
    const mine = await received(owner, album.id, `?guest_id=${before.guests[1]!.id}&limit=1`)
    expect([mine.total, mine.images.map(({ id }) => id)]).toEqual([2, [his[0].id]])
    const someone = await daymark.user()
    for (const how of ['accept', 'refuse'] as const) expect((await decide(someone, album.id, how)).status).toBe(404)
    const declined = await decide(owner, album.id, 'refuse', { image_ids: [hers[0].id, 'nothing'] })
    expect(declined.body).toMatchObject({ success: true, refused: 1, left: 0 })
    expect((await decide(owner, album.id, 'accept', { guest_id: before.guests[1]!.id })).body.accepted).toBe(2)
    await daymark.settle()
    expect((await received(owner, album.id)).images.map(({ id }) => id)).toEqual([hers[1].id])
    expect((await decide(owner, album.id, 'refuse')).body.refused).toBe(1)
    await daymark.settle()
    expect((await sentBy(guest, token)).map(({ state }) => state)).toEqual(['declined', 'declined'])
    // sent again it is what was decided on
    expect((await send(guest, token, { bytes: await picture(61) })).body).toMatchObject({ state: 'declined' })
    const left = await keysIn(daymark.storageDir, none)
    expect(left.map(key => key.split('/')[0]).toSorted()).toEqual([...Array(2).fill('originals'), ...Array(6).fill('variants')]) // prettier-ignore
  })

  it('rules 114 152 goes to its section; without approval at once, and waits for nobody', async () => {
    const { owner, album, link, token, guest, first } = await asked()
    const section = async (name: string) =>
      (await owner.post<http.Album>(`/api/albums/${album.id}/sections`, { name })).body.sections.at(-1)!
    const [church, party] = [await section('Church'), await section('Party')]
    await daymark.settle()
    const set = await owner.patch<http.UploadLink>(`/api/upload-links/${link.id}`, {
      section_id: church.id,
      approve: false,
    })
    expect(set.body).toMatchObject({ section_id: church.id, approve: false })
    const [one, two] = [await sendPicture(guest, token, 71), await sendPicture(guest, token, 72)]
    expect(one.state).toBe('added')
    await daymark.settle()
    const { images, waiting_count: waits } = await detail(owner, album.id)
    expect(images.map(image => [image.id, image.section_id])).toEqual([
      [first.id, null],
      [one.id, church.id],
      [two.id, church.id],
    ])
    expect([waits, images[1]!.sent_by, images[1]!.processing_status]).toEqual([undefined, 'Anna', 'completed'])
    expect((await received(owner, album.id)).total).toBe(0)
    await owner.delete(`/api/albums/${album.id}/sections/${church.id}`)
    const three = await sendPicture(guest, token, 73)
    await daymark.settle()
    expect((await detail(owner, album.id)).images.at(-1)).toMatchObject({ id: three.id, section_id: party.id })
  })

  it('rule 153 goes with its album for good, and with its owner', async () => {
    const none = await keysIn(daymark.storageDir)
    const { owner, album, token, guest } = await asked()
    await sendPicture(guest, token, 81)
    await daymark.settle()
    const used = await usedBy(owner)
    await owner.delete(`/api/albums/${album.id}`)
    expect(await usedBy(owner)).toBe(used)
    await owner.delete('/api/trash', { album_ids: [album.id] })
    await daymark.settle()
    expect(await usedBy(owner)).toBeLessThan(used)
    expect(await daymark.db('sharing').sql('SELECT id FROM upload_links WHERE album_id = $1', [album.id])).toEqual([])
    const other = await asked({}, owner)
    await sendPicture(other.guest, other.token, 82)
    await daymark.settle()
    await (await daymark.admin()).delete(`/api/admin/users/${owner.id}`)
    await daymark.settle()
    await daymark.db('identity').sql(`UPDATE users SET deletion_due_at = now() WHERE id = $1`, [owner.id])
    const job = identityService.jobs?.find(({ name }) => name === 'DeleteAccounts')
    await daymark.runJob('identity', job as never)
    await daymark.settle()
    expect(await keysIn(daymark.storageDir, none)).toEqual([])
    for (const [service, table] of [
      ['library', 'received_files'],
      ['sharing', 'upload_links'],
    ] as const)
      // prettier-ignore
      expect(await daymark.db(service).sql(`SELECT id FROM ${table} WHERE owner_id = $1`, [owner.id])).toEqual([])
    expect(await daymark.db('sharing').sql('SELECT id FROM upload_guests WHERE link_id = $1', [other.link.id])).toEqual(
      [],
    )
  }, 60_000)
})

describe('programs', () => {
  it('rule 154 make links, hear of what comes, and approve it', async () => {
    const owner = await daymark.user({ tier: 'studio' })
    const { album } = await asked({}, owner)
    const program = await integratorOf(owner, ['read', 'write', 'share', 'delete'])
    const hook = await owner.post<http.v1.Webhook>('/v1/webhooks', { url: `${receiver.url}/uploads`, events: ['upload.received', 'image.uploaded', 'image.processed'] }) // prettier-ignore
    expect(hook.status).toBe(201)
    const path = `/v1/albums/${album.id}`
    const made = await program.post<http.v1.UploadLink>(`${path}/upload-links`, { title: 'Second shooter', max_photos: 900 }) // prettier-ignore
    expect(made).toMatchObject({ status: 201, body: { title: 'Second shooter', max_photos: 900, approve: true } })
    const { body } = await program.get<{ upload_links: http.v1.UploadLink[] }>(`${path}/upload-links`)
    expect(body.upload_links[0]).toEqual(made.body)
    const token = made.body.url.replace(/^.*\//, '')
    const guest = await named(daymark.stranger(), token, 'Bert')
    const sent = await sendPicture(guest, token, 91)
    await daymark.settle()
    const told = await receiver.take(({ body: event }) => event.type === 'upload.received')
    expect(told.body.data).toEqual({
      ...{ id: sent.id, upload_link_id: made.body.id, album_id: album.id, guest_id: expect.any(String) },
      ...{ sent_by: 'Bert', filename: 'party 91.jpg', size: sent.size, mime_type: 'image/jpeg' },
      ...{ waiting: true, received_at: sent.received_at },
    })
    const list = await program.get<{ images: http.v1.ReceivedImage[]; total: number }>(`${path}/received`)
    expect(list.body).toMatchObject({
      total: 1,
      images: [{ id: sent.id, sent_by: 'Bert', processing_status: 'completed' }],
    })
    expect((await program.get(new URL(list.body.images[0]!.variants.large).pathname)).status).toBe(200)
    const accepted = await program.post(`${path}/received/accept`, { image_ids: [sent.id] })
    expect(accepted).toMatchObject({ status: 200, body: { accepted: 1, left: 0 } })
    const events = []
    for (const type of ['image.uploaded', 'image.processed'])
      events.push((await receiver.take(({ body: event }) => event.type === type)).body.data)
    expect(events).toMatchObject([{ id: sent.id }, { id: sent.id, processing_status: 'completed' }])
    expect((await program.post(`/v1/upload-links/${made.body.id}/revoke`)).status).toBe(200)
    expect((await open(guest, token)).status).toBe(410)
    expect((await program.post(`${path}/received/refuse`)).body).toMatchObject({ refused: 0 })
    expect((await owner.get(receivedPath(album.id))).status).toBe(200)
  })
})
