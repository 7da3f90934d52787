import type { http } from '@daymark/contracts'
import { Receiver, type Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createGuestUpload, decideReceived, guestPath, nameGuest, receivedPhotos, receivedPath, sendFile, sendPicture, filesSentBy } from '../../support/guests.ts' // prettier-ignore
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { imageIds } from '../../support/photos.ts'
import { keysIn, storageUsedBy } from '../../support/replacement.ts'
import { createLink, picture, unzip } from '../../support/shared-gallery.ts'

let receiver: Receiver
beforeAll(async () => void (receiver = await Receiver.open()))
const daymark = setUpDaymark({ env: { ...UNLIMITED, DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true' } })
afterAll(() => receiver.close())

const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
const detail = async (owner: Visitor, id: string) => (await owner.get<http.AlbumDetail>(`/api/albums/${id}`)).body
const createUpload = (settings: object = {}, owner?: SignedInUser) => createGuestUpload(daymark, settings, owner)

describe('photos that wait for approval', () => {
  it('rule 151 are visible only on the approval page, and become normal photos after approval', async () => {
    const { owner, album, token, guest, first } = await createUpload({}, await daymark.createUser({ tier: 'studio' }))
    const gallery = await createLink(owner, { album_id: album.id })
    const client = await createIntegrator(owner)
    const waiting = await sendPicture(guest, token, 51)
    await daymark.settle()
    const everywhere = async () => {
      const shown = (await daymark.visitor().get<http.PublicShare>(`/api/shares/public/${gallery.token}`)).body
      const zip = unzip((await owner.get('/api/export')).bytes)
      return [
        await imageIds(owner),
        await imageIds(owner, '&q=party'),
        (await detail(owner, album.id)).images.map(({ id }) => id),
        shown.images.map(({ id }) => id),
        (await client.get<{ images: http.v1.Image[] }>('/v1/images')).body.images.map(({ id }) => id),
        (await client.get<{ images: { id: string }[] }>(`/v1/albums/${album.id}/manifest`)).body.images.map(
          ({ id }) => id,
        ),
        zip.filter(({ name }) => /\.jpe?g$/i.test(name)).map(({ name }) => name.replace(/^.*\//, '')),
        (await owner.get<{ total_photos: number }>('/api/analytics')).body,
        (await owner.get(`/api/images/${waiting.id}`)).status,
        (await owner.get(`/media/originals/${waiting.filename}`)).status,
      ] as [string[], string[], ...unknown[]]
    }
    const before = await everywhere()
    expect(before.slice(0, 7)).toEqual([[first.id], [], ...Array(4).fill([first.id]), ['Beach 0.JPG']])
    expect(before.slice(8)).toEqual([404, 404])
    expect((await detail(owner, album.id)).waiting_count).toBe(1)
    const { guests, images, total } = await receivedPhotos(owner, album.id)
    expect(guests).toMatchObject([{ name: 'Anna', waiting_count: 1 }])
    expect([total, images]).toMatchObject([1, [{ id: waiting.id, sent_by: 'Anna', processing_status: 'completed' }]])
    for (const size of ['sm', 'md', 'lg']) {
      expect((await owner.get(`/media/received/${waiting.id}/${size}.jpg`)).status).toBe(200)
      expect((await (await daymark.createUser()).get(`/media/received/${waiting.id}/${size}.jpg`)).status).toBe(404)
    }
    const used = await storageUsedBy(owner)
    // of two concurrent decisions one succeeds
    const both = await Promise.all([
      decideReceived(owner, album.id, 'accept'),
      decideReceived(owner, album.id, 'accept'),
    ])
    expect(both.map(({ body }) => body.accepted).toSorted()).toEqual([0, 1])
    await daymark.settle()
    const [ids, found] = await everywhere()
    expect([ids.toSorted(), found]).toEqual([[first.id, waiting.id].toSorted(), [waiting.id]])
    const after = await detail(owner, album.id)
    expect(after.images.map(image => [image.id, image.sent_by, image.processing_status])).toEqual([
      [first.id, undefined, 'completed'],
      [waiting.id, 'Anna', 'completed'],
    ])
    expect([after.waiting_count, await storageUsedBy(owner)]).toEqual([undefined, used])
    expect((await client.get<http.v1.Image>(`/v1/images/${waiting.id}`)).body.sent_by).toBe('Anna')
    const visited = await daymark.visitor().get(`/api/shares/public/${gallery.token}`)
    expect(visited.bytes.toString()).toContain(waiting.id)
    expect(visited.bytes.toString()).not.toContain('Anna')
    // the guest sees the approval, and the photo only while its file is unchanged
    expect(await filesSentBy(guest, token)).toMatchObject([{ id: waiting.id, state: 'added', url: expect.any(String) }])
    expect(code(await guest.delete(guestPath(token, `/files/${waiting.id}`)))).toEqual([409, 'conflict'])
    await owner.delete(`/api/images/${waiting.id}`)
    await daymark.settle()
    expect(await filesSentBy(guest, token)).toMatchObject([{ id: waiting.id, state: 'added', url: null }])
    expect((await guest.get(guestPath(token, `/files/${waiting.id}/picture`))).status).toBe(404)
  })

  it('rule 151 are approved or declined singly, by guest or all at once; declined ones are deleted permanently', async () => {
    const { owner, album, token, guest } = await createUpload()
    const none = await keysIn(daymark.storageDir)
    const bert = await nameGuest(daymark.visitor(), token, 'Bert')
    const annasPhotos = [await sendPicture(guest, token, 61), await sendPicture(guest, token, 62)] as const
    const his = [await sendPicture(bert, token, 63), await sendPicture(bert, token, 64)] as const
    await daymark.settle()
    const before = await receivedPhotos(owner, album.id)
    expect(before.guests.map(one => [one.name, one.waiting_count])).toEqual([['Anna', 2], ['Bert', 2]]) // prettier-ignore
    expect(before.images.map(({ id }) => id)).toEqual([...annasPhotos, ...his].map(({ id }) => id))
    const mine = await receivedPhotos(owner, album.id, `?guest_id=${before.guests[1]!.id}&limit=1`)
    expect([mine.total, mine.images.map(({ id }) => id)]).toEqual([2, [his[0].id]])
    const page = async (query: string) => (await receivedPhotos(owner, album.id, query)).guests.map(({ name }) => name)
    const pages = [await page('?limit=2'), await page('?limit=2&offset=1'), await page('?offset=2')]
    expect(pages).toEqual([['Anna'], ['Anna', 'Bert'], ['Bert']])
    const someone = await daymark.createUser()
    for (const how of ['accept', 'refuse'] as const)
      expect((await decideReceived(someone, album.id, how)).status).toBe(404)
    const declined = await decideReceived(owner, album.id, 'refuse', { image_ids: [annasPhotos[0].id, 'nothing'] })
    expect(declined.body).toMatchObject({ success: true, refused: 1, left: 0 })
    expect((await decideReceived(owner, album.id, 'accept', { guest_id: before.guests[1]!.id })).body.accepted).toBe(2)
    await daymark.settle()
    expect((await receivedPhotos(owner, album.id)).images.map(({ id }) => id)).toEqual([annasPhotos[1].id])
    // a photo that arrives after the page was loaded is not decided on
    const { last_id: until_id } = await receivedPhotos(owner, album.id)
    const unseen = await sendPicture(bert, token, 65)
    expect((await decideReceived(owner, album.id, 'refuse', { until_id: 'x' })).status).toBe(400)
    expect((await decideReceived(owner, album.id, 'refuse', { until_id })).body).toMatchObject({ refused: 1, left: 0 })
    const { images, last_id } = await receivedPhotos(owner, album.id)
    expect([images.map(({ id }) => id), last_id]).toEqual([[unseen.id], unseen.id])
    expect((await decideReceived(owner, album.id, 'refuse')).body.refused).toBe(1)
    expect((await receivedPhotos(owner, album.id)).last_id).toBeNull()
    await daymark.settle()
    expect((await filesSentBy(guest, token)).map(({ state }) => state)).toEqual(['declined', 'declined'])
    // a repeated upload is the photo that was decided on
    expect((await sendFile(guest, token, { bytes: await picture(61) })).body).toMatchObject({ state: 'declined' })
    const left = await keysIn(daymark.storageDir, none)
    expect(left.map(key => key.split('/')[0]).toSorted()).toEqual([...Array(2).fill('originals'), ...Array(6).fill('variants')]) // prettier-ignore
  })

  it('rules 114 152 are added to the section of their link, and without approval immediately', async () => {
    const { owner, album, link, token, guest, first } = await createUpload()
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
    expect((await receivedPhotos(owner, album.id)).total).toBe(0)
    await owner.delete(`/api/albums/${album.id}/sections/${church.id}`)
    const three = await sendPicture(guest, token, 73)
    await daymark.settle()
    expect((await detail(owner, album.id)).images.at(-1)).toMatchObject({ id: three.id, section_id: party.id })
  })

  it('rule 153 are deleted permanently with their album and with their owner', async () => {
    const none = await keysIn(daymark.storageDir)
    const { owner, album, token, guest } = await createUpload()
    await sendPicture(guest, token, 81)
    await daymark.settle()
    const used = await storageUsedBy(owner)
    await owner.delete(`/api/albums/${album.id}`)
    expect(await storageUsedBy(owner)).toBe(used)
    await owner.delete('/api/trash', { album_ids: [album.id] })
    await daymark.settle()
    expect(await storageUsedBy(owner)).toBeLessThan(used)
    expect(await daymark.db('sharing').sql('SELECT id FROM upload_links WHERE album_id = $1', [album.id])).toEqual([])
    const other = await createUpload({}, owner)
    await sendPicture(other.guest, other.token, 82)
    await daymark.settle()
    await (await daymark.admin()).delete(`/api/admin/users/${owner.id}`)
    await daymark.settle()
    await daymark
      .db('identity')
      .sql(`UPDATE users SET deletion_due_at = now() - interval '1 minute' WHERE id = $1`, [owner.id])
    await daymark.runJob('identity', 'DeleteAccounts')
    await daymark.settle()
    expect(await keysIn(daymark.storageDir, none)).toEqual([])
    for (const [service, table] of [
      ['library', 'guest_uploads'],
      ['sharing', 'upload_links'],
    ] as const)
      // prettier-ignore
      expect(await daymark.db(service).sql(`SELECT id FROM ${table} WHERE owner_id = $1`, [owner.id])).toEqual([])
    expect(await daymark.db('sharing').sql('SELECT id FROM upload_guests WHERE link_id = $1', [other.link.id])).toEqual(
      [],
    )
  })
})

describe('the API', () => {
  it('rule 154 creates upload links, receives events about new photos, and approves them', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const { album } = await createUpload({}, owner)
    const client = await createIntegrator(owner, ['read', 'write', 'share', 'delete'])
    const hook = await owner.post<http.v1.Webhook>('/v1/webhooks', { url: `${receiver.url}/uploads`, events: ['upload.received', 'image.uploaded', 'image.processed'] }) // prettier-ignore
    expect(hook.status).toBe(201)
    const path = `/v1/albums/${album.id}`
    const created = await client.post<http.v1.UploadLink>(`${path}/upload-links`, { title: 'Second shooter', max_photos: 900 }) // prettier-ignore
    expect(created).toMatchObject({ status: 201, body: { title: 'Second shooter', max_photos: 900, approve: true } })
    const { body } = await client.get<{ upload_links: http.v1.UploadLink[] }>(`${path}/upload-links`)
    expect(body.upload_links[0]).toEqual(created.body)
    const token = created.body.url.replace(/^.*\//, '')
    const guest = await nameGuest(daymark.visitor(), token, 'Bert')
    const sent = await sendPicture(guest, token, 91)
    await daymark.settle()
    const delivered = await receiver.take(({ body: event }) => event.type === 'upload.received')
    expect(delivered.body.data).toEqual({
      id: sent.id,
      upload_link_id: created.body.id,
      album_id: album.id,
      guest_id: expect.any(String),
      sent_by: 'Bert',
      filename: 'party 91.jpg',
      size: sent.size,
      mime_type: 'image/jpeg',
      waiting: true,
      received_at: sent.received_at,
    })
    const list = await client.get<{ images: http.v1.ReceivedImage[]; total: number }>(`${path}/received`)
    expect(list.body).toMatchObject({
      total: 1,
      images: [{ id: sent.id, sent_by: 'Bert', processing_status: 'completed' }],
    })
    expect((await client.get(new URL(list.body.images[0]!.variants.large).pathname)).status).toBe(200)
    const accepted = await client.post(`${path}/received/accept`, { image_ids: [sent.id] })
    expect(accepted).toMatchObject({ status: 200, body: { accepted: 1, left: 0 } })
    const events = []
    for (const type of ['image.uploaded', 'image.processed'])
      events.push((await receiver.take(({ body: event }) => event.type === type)).body.data)
    expect(events).toMatchObject([{ id: sent.id }, { id: sent.id, processing_status: 'completed' }])
    expect((await client.post(`/v1/upload-links/${created.body.id}/revoke`)).status).toBe(200)
    expect((await guest.get(guestPath(token))).status).toBe(410)
    expect((await client.post(`${path}/received/refuse`)).body).toMatchObject({ refused: 0 })
    expect((await owner.get(receivedPath(album.id))).status).toBe(200)
  })
})
