import { pollUntil } from '@daymark/testing/outside'
import { setTimeout as delay } from 'node:timers/promises'
import type { http } from '@daymark/contracts'
import { setUpDaymark } from '../../support/daymark.ts'
import { openEventStream } from '../../support/event-stream.ts'
import { linkPaths, mediaPath, createLink, createSharedGallery, statuses } from '../../support/shared-gallery.ts'
import { withinASecond } from '../../support/waiting.ts'

const SENTENCE = 'This gallery link may have expired or been removed.'
const daymark = setUpDaymark()

/** Creates a visited gallery, all answers of which may be cached. */
async function createVisitedLink(share: object = {}) {
  const gallery = await createSharedGallery(daymark, { count: 2, share })
  const addresses = linkPaths(gallery.token, gallery.image.filename)
  expect(await statuses(daymark.visitor(), addresses)).toEqual(Array(6).fill(200))
  return { ...gallery, addresses }
}
/** Waits until every path answers with this status, for at most a second. */
const waitForStatus = (addresses: string[], status: number) =>
  withinASecond(`every path answers ${status}`, async () => {
    // The end of a link aborts requests in progress; those are repeated.
    const found = await statuses(daymark.visitor(), addresses).catch(() => ['aborted'])
    return found.every(one => one === status)
  })

type Download = { reader: ReadableStreamDefaultReader<Uint8Array>; length: number; received: number }
/** Starts a download and stops reading it. */
async function startDownload(path: string, headers: Record<string, string> = {}): Promise<Download> {
  const answer = await fetch(`${daymark.url}${path}`, { headers })
  expect(answer.status).toBe(200)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  const { value } = await reader.read()
  return { reader, length: Number(answer.headers.get('content-length')), received: value?.length ?? 0 }
}
/** Waits until the gateway has received the end of the link, before the download is read to its end. */
const waitForRefusal = (path: string) =>
  pollUntil('the gateway has received the event', async () => (await statusOf(path).catch(() => 200)) !== 200)
const statusOf = async (path: string) => (await daymark.visitor().get(path)).status
/** Creates a second link to an album with a large picture, which takes a while to send. */
let large: ReturnType<typeof createSharedGallery> | undefined
async function createLargeLink(share: object = {}) {
  const { owner, album, image } = await (large ??= createSharedGallery(daymark, { count: 1, noise: true }))
  const link = await createLink(owner, { album_id: album.id, ...share })
  return { owner, image, link, token: link.token }
}
async function readToEnd({ reader, received }: Download, pauseMs = 0): Promise<number> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return received
    received += value.length
    if (pauseMs) await delay(pauseMs)
  }
}
/**
 * Whether a started download ends early. It is read slowly, because the event that ends it arrives after the path already
 * answers with an error, and several MB are in buffers by then.
 */
async function isAborted(download: Download): Promise<boolean> {
  await daymark.settle()
  return readToEnd(download, 2).then(
    () => false,
    () => true,
  )
}

describe('an ended link refuses JSON, media and ZIP', () => {
  it('S-SHARE-07 S-SHARE-08 S-SHARE-21 L-MEDIA-09 at once when it is revoked, and works again when it is reinstated', async () => {
    const { addresses, link, owner } = await createVisitedLink()
    const revoked = await owner.post(`/api/shares/${link.id}/revoke`)
    expect(revoked).toMatchObject({ status: 200, body: { success: true, share: { revoked: true, active: false } } })
    expect(await statuses(daymark.visitor(), addresses)).toEqual(Array(6).fill(410))
    const reinstated = await owner.post(`/api/shares/${link.id}/reinstate`)
    expect(reinstated).toMatchObject({ status: 200, body: { success: true, share: { revoked: false, active: true } } })
    expect(await statuses(daymark.visitor(), addresses)).toEqual(Array(6).fill(200))
  })

  it('S-SHARE-09 L-MEDIA-09 at once when it is deleted', async () => {
    const { addresses, link, owner } = await createVisitedLink()
    await owner.delete(`/api/shares/${link.id}`)
    expect(await statuses(daymark.visitor(), addresses)).toEqual(Array(6).fill(404))
  })

  it('S-SHARE-13 S-SHARE-21 L-MEDIA-09 within a second when it expires', async () => {
    const expiresAt = new Date(daymark.clock.now().getTime() + 3_600_000).toISOString()
    const { addresses } = await createVisitedLink({ expires_at: expiresAt })
    await daymark.clock.advance(3_600_000)
    await waitForStatus(addresses, 410)
  })

  it('S-SHARE-13 from the start if its date has passed', async () => {
    const { addresses } = await createVisitedLink()
    const { owner, album, image } = await createSharedGallery(daymark, { count: 1 })
    const { token, active } = await createLink(owner, { album_id: album.id, expires_at: '2020-01-01' })
    expect(active).toBe(false)
    expect(await statuses(daymark.visitor(), linkPaths(token, image.filename))).toEqual(Array(6).fill(410))
    expect(await statuses(daymark.visitor(), addresses)).toEqual(Array(6).fill(200))
  })

  it('S-SHARE-19 within a second when its album is deleted, and it is not listed any more', async () => {
    const { addresses, owner, album } = await createVisitedLink()
    await owner.delete(`/api/albums/${album.id}`)
    await waitForStatus(addresses, 404)
    expect((await owner.get<http.Share[]>('/api/shares')).body).toEqual([])
  })

  it('S-SHARE-07 rule 33 also a ZIP that is being downloaded', async () => {
    const { token, link, owner } = await createLargeLink()
    const reader = await startDownload(`/api/shares/public/${token}/download`)
    await owner.post(`/api/shares/${link.id}/revoke`)
    await waitForRefusal(`/api/shares/public/${token}`)
    expect(await isAborted(reader)).toBe(true)
  })

  it.each([
    ['downloads are switched off', { allow_downloads: false }],
    ['a password is set', { password: 'a secret word' }],
    ['its date has passed', { expires_at: '2020-01-01' }],
  ])('rule 33 rule 37 a ZIP and a file in transfer end when %s', async (_, change) => {
    const { token, link, owner, image } = await createLargeLink()
    const paths = [`/api/shares/public/${token}/download`, `${mediaPath(token, image.filename)}&download=1`]
    const readers = await Promise.all(paths.map(path => startDownload(path)))
    expect((await owner.patch(`/api/shares/${link.id}`, change)).status).toBe(200)
    for (const path of paths) await waitForRefusal(path)
    for (const reader of readers) expect(await isAborted(reader)).toBe(true)
  })

  it('rule 75 transfers to visitors, to the owner and to API clients end when the owner is suspended', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const { token, image } = await createSharedGallery(daymark, { owner, count: 1, noise: true })
    const { body } = await owner.post<{ token: string }>('/v1/tokens', { name: 'Backup', scopes: ['read'] })
    const original = `/media/originals/${image.filename}`
    const cookie = owner.cookieHeader()
    const readers = {
      zip: await startDownload(`/api/shares/public/${token}/download`),
      photo: await startDownload(`${mediaPath(token, image.filename)}&download=1`),
      own: await startDownload(original, { cookie }),
      program: await startDownload(original, { authorization: `Bearer ${body.token}` }),
    }
    const admin = await daymark.admin()
    expect((await admin.post(`/api/admin/users/${owner.id}/suspend`, {})).status).toBe(200)
    await waitForRefusal(`/api/shares/public/${token}`)
    expect((await owner.get(original)).status).toBe(401)
    for (const [what, reader] of Object.entries(readers)) expect([what, await isAborted(reader)]).toEqual([what, true])
  })

  it('rule 33 a ZIP in transfer continues after unrelated changes', async () => {
    const { token, link, owner } = await createLargeLink()
    const download = await startDownload(`/api/shares/public/${token}/download`)
    expect(download.received).toBeLessThan(download.length)
    await owner.patch(`/api/shares/${link.id}`, { show_titles: false })
    await daymark.settle()
    expect(await readToEnd(download)).toBe(download.length)
  })

  it('S-SHARE-12 S-PUB-14 S-PUB-15 and states the reason in words', async () => {
    const { link, owner, token } = await createVisitedLink()
    await owner.post(`/api/shares/${link.id}/revoke`)
    for (const [path, status, code] of [
      [`/api/shares/public/${token}`, 410, 'share_gone'],
      ['/api/shares/public/unknown', 404, 'share_unavailable'],
      [`/api/shares/public/${'0'.repeat(22)}/download`, 404, 'share_unavailable'],
    ] as const) {
      const body = { error: SENTENCE, message: SENTENCE, code, request_id: expect.any(String) }
      expect(await daymark.visitor().get(path)).toMatchObject({ status, body })
    }
  })

  it('other links of the same album continue to work', async () => {
    const { addresses, link, owner, album } = await createVisitedLink()
    const second = await createLink(owner, { album_id: album.id })
    await owner.post(`/api/shares/${second.id}/revoke`)
    expect(await statuses(daymark.visitor(), addresses)).toEqual(Array(6).fill(200))
    expect((await owner.get<http.Share[]>('/api/shares')).body.find(one => one.id === link.id)?.active).toBe(true)
  })
})

describe('a removed photo', () => {
  it('L-MKT-08 is gone from JSON, media and ZIP within a second after its deletion', async () => {
    const { token, owner, image, images } = await createVisitedLink()
    await owner.delete(`/api/images/${image.id}`)
    const gone = linkPaths(token, image.filename).slice(1, 5)
    await waitForStatus(gone, 404)
    await daymark.settle()
    const { body } = await daymark.visitor().get<http.PublicShare>(`/api/shares/public/${token}`)
    expect(body.images.map(one => one.id)).toEqual(images.slice(1).map(one => one.id))
    const zip = await daymark.visitor().get(`/api/shares/public/${token}/download`)
    expect(zip.bytes.includes('Beach 0.JPG')).toBe(false)
    expect(zip.bytes.includes('Beach 1.JPG')).toBe(true)
  })

  it('L-MKT-08 is also gone after it was removed from the album', async () => {
    const { token, owner, album, image, images } = await createVisitedLink()
    expect((await owner.delete(`/api/albums/${album.id}/images/${image.id}`)).status).toBe(200)
    await waitForStatus(linkPaths(token, image.filename).slice(1, 5), 404)
    const otherImage = images[1] as http.Image
    expect((await daymark.visitor().get(mediaPath(token, otherImage.filename))).status).toBe(200)
  })
})

it('S-SHARE-07 S-SHARE-08 open pages of the owner show that a link was revoked and reinstated', async () => {
  const { owner, album, link } = await createSharedGallery(daymark, { count: 0 })
  await daymark.settle()
  const page = await openEventStream(daymark.url, owner)
  for (const action of ['revoke', 'reinstate']) {
    page.changes.length = 0
    await owner.post(`/api/shares/${link.id}/${action}`)
    await page.until(changes => changes.some(change => change.type === 'share.changed' && change.album_id === album.id))
  }
  page.stop()
})

// this test is last, because it holds the clock
describe('by the clock', () => {
  it('rule 33 a ZIP in transfer ends when the link expires or one of its photos is deleted', async () => {
    const { token, owner, album, image } = await createSharedGallery(daymark, { count: 1, noise: true })
    // the download has started on any machine
    await daymark.clock.hold()
    const expires_at = new Date(daymark.clock.now().getTime() + 2000).toISOString()
    const short = await createLink(owner, { album_id: album.id, expires_at })
    const expiring = await startDownload(`/api/shares/public/${short.token}/download`)
    await daymark.clock.advance(2000)
    // The timer of the gateway runs on real time. It was started first, so it also fires first after a suspension. Nothing is read until
    // then, because the buffers between server and visitor could take the rest of the file.
    await delay(2500)
    expect(await isAborted(expiring)).toBe(true)
    const showing = await startDownload(`/api/shares/public/${token}/download`)
    await owner.delete(`/api/images/${image.id}`)
    await waitForRefusal(mediaPath(token, image.filename))
    expect(await isAborted(showing)).toBe(true)
  })
})
