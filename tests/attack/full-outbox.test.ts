import { describeWith, pollUntil } from '@daymark/testing/outside'
import type { http } from '@daymark/contracts'
import { install, type Installation } from '../support/installation.ts'
import { uploadPhotos } from '../support/photos.ts'
import type { SignedInUser } from '../support/accounts.ts'
import { mediaPath, createLink, picture, createSharedGallery } from '../support/shared-gallery.ts'

const UNDECODED = 10_000
const RENAMES = 18_000
const FAILING = 600

const title = `with ${UNDECODED} undecoded photos and ${RENAMES} renames of another user`
for (const bus of ['memory', 'nats'] as const) {
  const suite = bus === 'nats' ? describeWith('nats-server') : describe
  suite(`${title} on the ${bus} bus`, () => defineSuite(bus))
}

function defineSuite(bus: 'memory' | 'nats'): void {
  let place: Installation
  let busy: SignedInUser
  let quiet: SignedInUser
  let began: Date
  let gallery: Awaited<ReturnType<typeof createSharedGallery>>
  let ofBusy: Awaited<ReturnType<typeof writerOf>>
  let ofBroken: Awaited<ReturnType<typeof writerOf>>
  beforeAll(async () => {
    place = await install(bus)
    await place.photographer()
    ;[busy, quiet] = await Promise.all([place.createUser({ tier: 'studio' }), place.createUser()])
    // all that waits until nothing is on its way, which is later never so
    gallery = await createSharedGallery(place, { owner: quiet, count: 4 })
    ofBusy = await writerOf(busy)
    ofBroken = await writerOf(await place.createUser())
  })
  afterAll(() => place?.stop())

  /** Inserted directly as library would, because uploading would take hours. */
  async function writerOf(owner: SignedInUser) {
    const [image] = await uploadPhotos(place, owner, 1)
    const [photo] = await place.query<{ objectKey: string; size: number }>(
      'SELECT object_key AS "objectKey", size::int AS size FROM library.photos WHERE id = $1',
      [image?.id],
    )
    const write = (type: string, priority: string, count: number, data: object) =>
      place.query(
        `INSERT INTO library.outbox (priority, owner, envelope)
       SELECT $2, $3, jsonb_build_object('id', gen_random_uuid(), 'type', $1::text, 'time', '', 'source', 'library', 'subject', id,
         'data', $4::jsonb || jsonb_build_object('photoId', id, 'ownerId', $3::text))
       FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $5)) AS photos`,
        [type, priority, owner.id, JSON.stringify(data), count],
      )
    const { objectKey, size } = photo ?? { objectKey: '', size: 0 }
    const file = { originalFilename: 'a.jpg', extension: 'jpg', sha256: '', objectKey }
    return { write, objectKey, size, file }
  }
  async function fillOutbox(): Promise<void> {
    const { write, objectKey, size, file } = ofBusy
    await write('library.photo.uploaded.v1', 'main', UNDECODED, { ...file, size })
    const text = { filename: 'a.jpg', originalFilename: 'a.jpg', title: 'renamed', caption: '' }
    const original = { key: objectKey, size, sha256: '', crc32: 1, mimeType: 'image/jpeg', format: 'JPEG' }
    const nothing = { width: null, height: null, orientation: null, placeholder: null, variants: null, takenAt: null }
    await write('library.photo.updated.v1', 'main', RENAMES, {
      ...text,
      ...nothing,
      original,
      version: 2,
      status: 'completed',
    })
  }

  /** Number of these events that were not handled yet, neither by the subscriber nor as a job. */
  async function waiting(service: string, subscriber: string, written: number): Promise<number> {
    const sql = `
      SELECT count(*)::int - (SELECT count(*) FROM ${service}.job_queue WHERE kind = $1)::int AS n FROM ${service}.inbox
      WHERE subscriber = $1 AND done_at IS NOT NULL AND first_at > $2`
    const [row] = await place.query<{ n: number }>(sql, [subscriber, began])
    return written - (row?.n ?? 0)
  }

  async function decodes(owner: SignedInUser): Promise<void> {
    const one = { name: 'one.jpg', bytes: await picture(5), type: 'image/jpeg' }
    const { body: fresh } = await owner.upload<http.Image>('/api/images', one)
    await pollUntil('the photo of another owner is decoded', async () => {
      const { body } = await owner.get<http.Image>(`/api/images/${fresh.id}`)
      return body.processing_status === 'completed'
    })
  }

  const visitor = () => place.visitor()
  const gone = (what: string, path: string) =>
    pollUntil(what, async () => [404, 410].includes((await visitor().get(path)).status))
  const shownIds = async (token: string) =>
    (await visitor().get<http.PublicShare>(`/api/shares/public/${token}`)).body.images.map(image => image.id)

  it('does not delay photos of other owners when photos fail repeatedly', async () => {
    const { write, size, file } = ofBroken
    // media refuses files whose length differs from the event.
    await write('library.photo.uploaded.v1', 'main', FAILING, { ...file, size: size + 1 })
    await pollUntil('the jobs fail', async () => {
      const sql = 'SELECT count(*)::int AS n FROM media.job_queue WHERE attempts > 2'
      return ((await place.query<{ n: number }>(sql))[0]?.n ?? 0) > 2
    })
    await decodes(quiet)
  })

  it('hides deleted, revoked and removed content immediately, and does not delay events of another owner', async () => {
    const { album, images, token } = gallery
    const [deleted, takenOut, renamed, stays] = images as [http.Image, http.Image, http.Image, http.Image]
    const second = await createLink(quiet, { album_id: album.id })
    // Over NATS it takes a moment until sharing has received all events.
    await pollUntil('every photo is public', async () => (await shownIds(token)).length === images.length)

    began = (await place.query<{ now: Date }>('SELECT now()'))[0]?.now ?? new Date()
    await fillOutbox()
    expect((await quiet.patch(`/api/images/${renamed.id}`, { title: 'Another title' })).status).toBe(200)
    await quiet.delete(`/api/images/${deleted.id}`)
    await gone('the deleted photo', mediaPath(token, deleted.filename))
    await quiet.delete(`/api/albums/${album.id}/images/${takenOut.id}`)
    await gone('the photo that was taken out', mediaPath(token, takenOut.filename))
    await quiet.post(`/api/shares/${second.id}/revoke`)
    await gone('the revoked link', `/api/shares/public/${second.token}`)
    await pollUntil('the other title', async () => {
      const { body } = await visitor().get<http.PublicShare>(`/api/shares/public/${token}`)
      return body.images.some(image => image.title === 'Another title')
    })
    expect(await shownIds(token)).toEqual([renamed.id, stays.id])
    expect(await waiting('sharing', 'StorePhoto', RENAMES)).toBeGreaterThan(RENAMES / 4)

    await decodes(quiet)
    expect(await waiting('media', 'ProcessPhoto', UNDECODED)).toBeGreaterThan(UNDECODED / 4)
    await quiet.delete(`/api/albums/${album.id}`)
    await gone('the deleted album', `/api/shares/public/${token}`)
  })
}
