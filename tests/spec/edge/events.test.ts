import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { http } from '@daymark/contracts'
import { type SignedInUser, startDaymark, setUpDaymark } from '../../support/daymark.ts'
import { uploadPhotos } from '../../support/photos.ts'
import { openEventStream } from '../../support/event-stream.ts'
import { createLink } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()

const listening = (member: SignedInUser) => openEventStream(daymark.url, member)
const types = (changes: http.Change[]): string[] => changes.map(({ type }) => type)

describe('GET /api/events', () => {
  it('notifies open pages of uploaded, ready, changed and deleted photos, albums and links', async () => {
    const alice = await daymark.createUser()
    const page = await listening(alice)
    expect(page.response.headers.get('content-type')).toBe('text/event-stream')
    expect(page.response.headers.get('cache-control')).toBe('no-store')
    const [photo] = await uploadPhotos(daymark, alice, 1)
    await page.until(changes => types(changes).includes('photo.ready'))
    expect(types(page.changes).indexOf('photo.uploaded')).toBeLessThan(types(page.changes).indexOf('photo.ready'))
    expect(page.changes.find(({ type }) => type === 'photo.ready')).toEqual({
      type: 'photo.ready',
      photo_id: photo?.id,
    })
    // a page that reads after the event finds the change
    expect((await alice.get<http.Image>(`/api/images/${photo?.id}`)).body.processing_status).toBe('completed')

    page.changes.length = 0
    await alice.patch(`/api/images/${photo?.id}`, { title: 'New' })
    await page.until(changes => types(changes).includes('photo.updated'))
    const { body: album } = await alice.post<http.Album>('/api/albums', { title: 'A' })
    await page.until(changes => changes.some(change => change.type === 'album.changed' && change.album_id === album.id))
    await createLink(alice, { album_id: album.id })
    await page.until(changes => changes.some(change => change.type === 'share.changed' && change.album_id === album.id))
    await alice.post('/api/subscription/update-tier', { tier: 'studio' })
    await page.until(changes => types(changes).includes('plan.changed'))
    await alice.delete(`/api/images/${photo?.id}`)
    await page.until(changes =>
      changes.some(change => change.type === 'photo.deleted' && change.photo_id === photo?.id),
    )
    page.stop()
  })

  it('sends one event for all likes and tags that one call changes, and none without a change', async () => {
    const alice = await daymark.createUser()
    const page = await listening(alice)
    const photos = await uploadPhotos(daymark, alice, 3)
    const ids = photos.map(({ id }) => id)
    await page.until(changes => types(changes).filter(type => type === 'photo.ready').length === ids.length)
    const favorites = (await alice.get<http.Album[]>('/api/albums')).body.find(album => album.is_favorites)
    let step = 0
    const changesOf = async (call: () => Promise<{ status: number }>): Promise<string[]> => {
      page.changes.length = 0
      expect((await call()).status).toBeLessThan(300)
      await daymark.settle()
      // messages are in order, so all earlier ones have arrived
      await alice.patch(`/api/images/${ids[2]}`, { title: `Step ${++step}` })
      await page.until(changes => types(changes).includes('photo.updated'))
      return types(page.changes).filter(type => type !== 'photo.updated')
    }
    const like = () => alice.patch(`/api/images/${ids[0]}`, { is_favorite: true })
    expect((await changesOf(like)).toSorted()).toEqual(['album.changed', 'likes.changed'])
    expect(await changesOf(like)).toEqual([])
    const bulk = await changesOf(() => alice.post(`/api/albums/${favorites?.id}/images`, { image_ids: ids }))
    expect(bulk.toSorted()).toEqual(['album.changed', 'likes.changed'])
    const { body: tag } = await alice.post<http.Tag>('/api/tags', { label: 'sea' })
    await page.until(changes => types(changes).includes('tags.changed'))
    expect(await changesOf(() => alice.post('/api/tags/apply', { image_ids: ids, tag_ids: [tag.id] }))).toEqual([
      'tags.changed',
    ])
    expect(await changesOf(() => alice.post('/api/tags', { label: 'SEA' }))).toEqual([])
    expect(await changesOf(() => alice.patch(`/api/images/${ids[0]}`, { tags: ['sea', 'dune', 'sky'] }))).toEqual([
      'tags.changed',
    ])
    expect(await changesOf(() => alice.patch(`/api/tags/${tag.id}`, { label: 'coast' }))).toEqual(['tags.changed'])
    expect(await changesOf(() => alice.delete(`/api/images/${ids[1]}/tags/${tag.id}`))).toEqual(['tags.changed'])
    expect(await changesOf(() => alice.delete(`/api/tags/${tag.id}`))).toEqual(['tags.changed'])
    page.stop()
  })

  it('reports a photo that cannot be processed', async () => {
    const alice = await daymark.createUser()
    const page = await listening(alice)
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 'x')])
    const { body } = await alice.upload<http.Image>('/api/images', { name: 'broken.jpg', bytes })
    await page.until(changes => changes.some(change => change.type === 'photo.failed' && change.photo_id === body.id))
    page.stop()
  })

  it('L-ROLE-01 sends users only their own changes, on all their open pages', async () => {
    const [alice, bob] = [await daymark.createUser(), await daymark.createUser()]
    const pages = [await listening(alice), await listening(alice)]
    const others = await listening(bob)
    const { body: album } = await alice.post<http.Album>('/api/albums', { title: 'Mine' })
    for (const page of pages) await page.until(changes => changes.some(change => change.album_id === album.id))
    const { body: his } = await bob.post<http.Album>('/api/albums', { title: 'His' })
    await others.until(changes => changes.some(change => change.album_id === his.id))
    expect(others.changes.some(change => change.album_id === album.id)).toBe(false)
    for (const page of [...pages, others]) page.stop()
  })

  it('requires a session and ends with it', async () => {
    expect((await daymark.visitor().get('/api/events')).status).toBe(401)
    const alice = await daymark.createUser()
    const page = await listening(alice)
    await alice.post('/api/auth/logout')
    await page.ended
  })

  it('closes the oldest stream when a user has too many', async () => {
    const alice = await daymark.createUser()
    const pages = []
    for (let i = 0; i < 21; i++) pages.push(await listening(alice))
    await pages[0]?.ended
    const { body: album } = await alice.post<http.Album>('/api/albums', { title: 'Still open' })
    for (const page of pages.slice(1)) await page.until(changes => changes.some(change => change.album_id === album.id))
    for (const page of pages) page.stop()
  })
})

describe('shutdown', () => {
  it('ends streams, completes uploads in progress, and does not wait for idle connections', async () => {
    // longer than the process may be suspended while the rest of the upload is sent
    const services = await startDaymark({ env: { DAYMARK_SHUTDOWN_MS: '60000' } })
    const alice = await services.createUser()
    const cookie = alice.cookieHeader()
    const stream = await fetch(`${services.url}/api/events`, { headers: { cookie } })
    const upload = request(`${services.url}/api/images`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'multipart/form-data; boundary=x' },
    })
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>
    upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n')
    const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(50_000, 'x')])
    upload.write(photo)
    const temporary = join(services.storageDir, 'tmp')
    while (!existsSync(temporary) || readdirSync(temporary).length === 0) await new Promise(done => setImmediate(done))

    const stopped = services.stop()
    for await (const _ of stream.body ?? []);
    upload.end('\r\n--x--\r\n')
    const [answer] = await answered
    expect(answer.statusCode).toBe(201)
    answer.resume()
    await stopped
    await expect(fetch(`${services.url}/healthz`)).rejects.toThrow()
  })
})
