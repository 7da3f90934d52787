import { createHash } from 'node:crypto'
import { http } from '@daymark/contracts'
import { readFixture, withFixtures } from '@daymark/testing/outside'
import {
  CANON,
  NIKON,
  PHONE,
  tagsOf,
  jpegWithTags,
  uploadTagged,
  type CameraTags,
} from '../../support/camera-photos.ts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { restoreEarlier, imageOf, replaceFile } from '../../support/replacement.ts'
import { createLink, unzip } from '../../support/shared-gallery.ts'
import { pollUntil } from '@daymark/testing/outside'

// an RPC times out long before a statement that waits for a lock
const waits = { DAYMARK_RPC_TIMEOUT_MS: '8000', DAYMARK_DATABASE_LOCK_MS: '25000' }
const daymark = setUpDaymark({ env: { ...UNLIMITED, ...waits } })
let owner: SignedInUser
beforeAll(async () => void (owner = await daymark.createUser({ tier: 'studio' })))

const HOUR = 3_600_000
const at = (album: string) => `/api/albums/${album}/capture-order`
const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]

async function albumOf(ids: string[], title = 'Wedding'): Promise<string> {
  const { body } = await owner.post<http.Album>('/api/albums', { title })
  if (ids.length) await owner.post(`/api/albums/${body.id}/images`, { image_ids: ids })
  return body.id
}
const newAlbum = async (...files: [string, CameraTags][]) => albumOf(await uploadTagged(daymark, owner, files))
const detail = async (id: string) => (await owner.get<http.AlbumDetail>(`/api/albums/${id}`)).body
/** Names and headings in order. */
async function orderOf(id: string): Promise<string> {
  const { images, sections } = await detail(id)
  const inside = (section: string | null) =>
    images
      .filter(image => (image.section_id ?? null) === section)
      .map(image => image.original_filename.replace('.jpg', ''))
  return [...inside(null), ...sections.flatMap(({ id: section, name }) => [`[${name}]`, ...inside(section)])].join(' ')
}
const read = async (id: string) => (await owner.get<http.AlbumCaptureOrder>(at(id))).body
async function order(id: string, body: http.CaptureOrderBody = {}): Promise<http.AlbumCaptureOrder> {
  const answer = await owner.patch<http.AlbumCaptureOrder>(at(id), body)
  expect(answer.status).toBe(200)
  return http.albumCaptureOrder.strict().parse(answer.body)
}
const cameraIn = ({ cameras }: http.AlbumCaptureOrder, model: string) =>
  cameras.find(({ name }) => name?.includes(model)) as http.AlbumCamera
const captureOf = async (tags: CameraTags) => {
  const [id] = (await uploadTagged(daymark, owner, [['one', tags]])) as [string]
  return (await imageOf(owner, id)).capture
}

describe('cameras of photos', () => {
  it('rule 136 two bodies of one model are two cameras, and one body is one camera whatever else its files contain', async () => {
    const every = { LensModel: '24-70', ExposureTime: '0.01', FNumber: '2.8', ISO: '400', FocalLength: '35', FocalLengthIn35mmFormat: '35' } // prettier-ignore
    const ids: (string | undefined)[] = []
    // one after another, because writing EXIF blocks this process
    for (const camera of [NIKON, { ...NIKON, ...every }, { ...NIKON, SerialNumber: '6004712' }, CANON, PHONE])
      ids.push((await captureOf(tagsOf(camera, '11:00:00')))?.camera_id)
    expect(ids[1]).toBe(ids[0])
    expect(new Set(ids).size).toBe(4)
  })

  withFixtures('from real cameras', () => {
    it('rule 136 maker notes identify the body, and originals do not change', async () => {
      const bytes = readFixture('jpeg/Canon_EOS_450D.jpg')
      const file = { name: 'canon.jpg', bytes, type: 'image/jpeg' }
      const { body } = await owner.upload<http.Image>('/api/images', file)
      const { body: phone } = await owner.upload<http.Image>('/api/images', {
        name: 'phone.heic',
        bytes: readFixture('heic/samsung-s24fe.heic'),
        type: 'image/heic',
      })
      await daymark.settle()
      expect((await imageOf(owner, body.id)).capture).toMatchObject({ time: '2008-04-15T13:11:23.03', offset: null })
      const album = await albumOf([body.id, phone.id])
      const captureOrder = await order(album)
      expect(cameraIn(captureOrder, 'EOS 450D')).toMatchObject({ serial_end: '3043', image_count: 1 })
      expect(cameraIn(captureOrder, 'S24')).toMatchObject({ serial_end: null, usual_offset: '+02:00' })
      const original = await owner.get(`/media/originals/${(await imageOf(owner, body.id)).filename}`)
      expect(original.bytes.equals(bytes)).toBe(true)
    })
  })
})

describe('an album in capture order', () => {
  const UTC2 = { OffsetTimeOriginal: '+02:00' }
  const photosToMerge: [string, CameraTags][] = [
    ['vows', tagsOf(CANON, '14:30:00', { SubSecTimeOriginal: '25' })],
    ['kiss', tagsOf(CANON, '14:30:00', { SubSecTimeOriginal: '3' })],
    ['arrival', tagsOf(NIKON, '15:05:10', UTC2)], // an hour ahead of the other camera
    ['rings', tagsOf(NIKON, '15:30:00', { ...UTC2, SubSecTimeOriginal: '27' })],
    ['flowers', tagsOf(PHONE, '14:20:00', UTC2)],
    ['scan', {}],
  ]

  it('rule 137 rule 138 after clock corrections the photos of two photographers and a phone have one order', async () => {
    const id = await newAlbum(...photosToMerge)
    const { token } = await createLink(owner, { album_id: id })
    const before = await read(id)
    expect(before).toMatchObject({ keep: false, usual_offset: '+02:00', without_time: 1 })
    const nikon = cameraIn(before, 'Z 9')
    expect(nikon).toMatchObject({ name: 'NIKON Z 9', serial_end: '4711', image_count: 2, usual_offset: '+02:00' })
    expect(nikon).toMatchObject({ first: '2025-05-09T15:05:10', last: '2025-05-09T15:30:00.27', correction_ms: 0 })
    expect(nikon.image_ids).toHaveLength(2)
    expect(cameraIn(before, 'R5')).toMatchObject({ usual_offset: null, serial_end: '4822' })
    await order(id)
    expect(await orderOf(id)).toBe('flowers vows kiss arrival rings scan')
    const after = await order(id, { cameras: [{ id: nikon.id, correction_ms: -HOUR }] })
    expect(cameraIn(after, 'Z 9').correction_ms).toBe(-HOUR)
    expect(await orderOf(id)).toBe('arrival flowers vows rings kiss scan')
    expect(cameraIn(await read(id), 'Z 9')).toMatchObject({ correction_ms: -HOUR, first: '2025-05-09T15:05:10' })
    await daymark.settle()
    const gallery = async () => (await daymark.visitor().get<http.PublicShare>(`/api/shares/public/${token}`)).body
    const shown = (await detail(id)).images.map(image => image.id)
    await pollUntil(async () => expect((await gallery()).images.map(image => image.id)).toEqual(shown))
    // rule 38
    expect(JSON.stringify(await gallery())).not.toMatch(/capture|camera|4711|NIKON|serial/i)
    const taken = (await detail(id)).images[0]
    expect(taken).toMatchObject({ original_filename: 'arrival.jpg', capture: { time: '2025-05-09T15:05:10' } })
  })

  it('rule 137 applies to each section; unchanged photos cause no event, and repeating it changes nothing', async () => {
    const id = await newAlbum(...photosToMerge.slice(0, 5))
    const { images } = await detail(id)
    await owner.post(`/api/albums/${id}/sections`, { name: 'Church', before_image_id: images[3]?.id })
    expect(await orderOf(id)).toBe('vows kiss arrival [Church] rings flowers')
    const { cameras } = await read(id)
    const clocks = cameras.map(camera => ({ id: camera.id, correction_ms: camera.name === 'NIKON Z 9' ? -HOUR : 0 }))
    await order(id, { cameras: clocks })
    expect(await orderOf(id)).toBe('arrival vows kiss [Church] flowers rings')
    await daymark.settle()
    const version = () => daymark.db('library').sql('SELECT version, updated_at FROM albums WHERE id = $1', [id])
    const known = await version()
    await order(id, { cameras: clocks })
    await order(id)
    expect(await version()).toEqual(known)
    await order(id, { cameras: clocks.map(clock => ({ ...clock, correction_ms: 0 })), order: false })
    expect(await orderOf(id)).toBe('arrival vows kiss [Church] flowers rings')
    expect((await read(id)).cameras.map(camera => camera.correction_ms)).toEqual([0, 0, 0])
  })

  it('rule 137 an order that takes long is reported as running and completes', async () => {
    const id = await newAlbum(...photosToMerge)
    const release = await daymark.db('library').hold('SELECT FROM accounts WHERE user_id = $1 FOR UPDATE', [owner.id])
    const scan = (await detail(id)).images.at(-1)!
    const answers = await Promise.all([
      owner.patch(at(id), {}),
      owner.post(`/api/albums/${id}/reorder`, { order: [scan.id] }),
    ])
    await release()
    expect(answers.map(code)).toEqual(Array(2).fill([503, 'still_working']))
    // in the order of capture time
    await pollUntil(async () =>
      expect(await orderOf(id)).toMatch(
        /^(scan flowers vows kiss arrival rings|flowers vows kiss arrival rings scan)$/,
      ),
    )
  })

  it('rule 139 later uploads and additions are inserted at their place, and nothing else moves', async () => {
    const id = await newAlbum(...photosToMerge)
    const addLate = async (name: string, tags: CameraTags) =>
      owner.post(`/api/albums/${id}/images`, { image_ids: await uploadTagged(daymark, owner, [[name, tags]]) })
    await addLate('end', tagsOf(PHONE, '14:10:00', UTC2))
    const nikon = cameraIn(await read(id), 'Z 9')
    await order(id, { keep: true, cameras: [{ id: nikon.id, correction_ms: -HOUR }] })
    expect(await orderOf(id)).toBe('arrival end flowers vows rings kiss scan')
    const { images } = await detail(id)
    await owner.post(`/api/albums/${id}/reorder`, { order: [images[5]?.id] })
    expect(await orderOf(id)).toBe('kiss arrival end flowers vows rings scan')
    await owner.post(`/api/albums/${id}/sections`, { name: 'Church', before_image_id: images[3]?.id })
    await addLate('bells', tagsOf(NIKON, '15:25:00', UTC2))
    await addLate('again', {})
    const client = await createIntegrator(owner)
    const bytes = await jpegWithTags(tagsOf(CANON, '14:30:00', { SubSecTimeOriginal: '28' }))
    const file = { name: 'hands.jpg', bytes, type: 'image/jpeg' }
    expect((await client.upload('/v1/images', file, { fields: { album_id: id } })).status).toBe(201)
    await daymark.settle()
    expect(await orderOf(id)).toBe('kiss arrival end flowers bells [Church] vows rings hands scan again')
  })

  it('rule 110 rule 139 a replaced file uses its own capture time or keeps the earlier one, and moves only with the next ordering', async () => {
    const id = await newAlbum(...photosToMerge.slice(0, 4))
    await order(id, { keep: true })
    const [first] = (await detail(id)).images as [http.Image]
    expect(first.original_filename).toBe('vows.jpg')
    await replaceFile(owner, first.id, { bytes: await jpegWithTags(tagsOf(CANON, '18:00:00')) })
    await daymark.settle()
    expect(await orderOf(id)).toBe('vows kiss arrival rings')
    expect((await imageOf(owner, first.id)).capture?.time).toBe('2025-05-09T18:00:00')
    await order(id)
    expect(await orderOf(id)).toBe('kiss arrival rings vows')
    await restoreEarlier(owner, first.id)
    expect((await imageOf(owner, first.id)).capture?.time).toBe('2025-05-09T14:30:00.25')
    const { taken_at } = await imageOf(owner, first.id)
    await replaceFile(owner, first.id, { bytes: await jpegWithTags({ Software: 'Retouching' }) })
    await daymark.settle()
    const retouched = await imageOf(owner, first.id)
    expect(retouched).toMatchObject({ taken_at, capture: { time: '2025-05-09T14:30:00.25' }, exif_data: { software: 'Retouching' } }) // prettier-ignore
    expect(retouched.exif_data.date_taken).toBeUndefined()
  })

  it('rule 140 clocks return from the trash with their album and are exported without serial numbers', async () => {
    const id = await newAlbum(...photosToMerge.slice(2, 5))
    const { cameras } = await read(id)
    const [nikon] = cameras as [http.AlbumCamera]
    await order(id, { keep: true, cameras: [{ id: nikon.id, correction_ms: -1500 }] })
    const before = await read(id)
    await owner.delete(`/api/albums/${id}`)
    await owner.post('/api/trash/restore', { album_ids: [id] })
    expect(await read(id)).toEqual(before)
    const files = unzip((await owner.get('/api/export')).bytes)
    const text = files.find(({ name }) => name === 'library.json')?.bytes.toString() ?? ''
    expect(text).not.toMatch(/4711|022031004822/)
    const captureOrder = JSON.parse(text)
    const album = captureOrder.albums.find((one: { id: string }) => one.id === id)
    expect(album.capture_order).toEqual({ keep: true, clocks: { [nikon.id]: -1500 } })
    const photo = captureOrder.photos.find((one: { id: string }) => one.id === nikon.image_ids[0])
    expect(photo.capture).toMatchObject({ time: '2025-05-09T15:05:10', offset: '+02:00', camera_id: nikon.id })
    const rows = await daymark.db('library').sql('SELECT * FROM photos WHERE id = $1', [nikon.image_ids[0]])
    expect(JSON.stringify(rows)).not.toContain(NIKON.SerialNumber)
  })

  it('rule 138 rejects invalid requests and requests from other accounts', async () => {
    const id = await newAlbum(...photosToMerge.slice(0, 2))
    const { cameras } = await read(id)
    const camera = cameras[0]?.id as string
    const known = await orderOf(id)
    const clock = (correction_ms: unknown, named = camera) => ({ cameras: [{ id: named, correction_ms }] })
    for (const wrong of [clock(0.5), clock('1'), clock(4e12), clock(5, 'x'), { cameras: {} }, { keep: 'yes' }])
      expect((await owner.patch(at(id), wrong)).status).toBe(400)
    const many = Array.from({ length: 501 }, (_, n) => ({ id: createHash('md5').update(`${n}`).digest('hex').slice(16), correction_ms: 1 })) // prettier-ignore
    expect((await owner.patch(at(id), { cameras: many })).status).toBe(400)
    expect((await owner.patch(at(id), { cameras: many.slice(0, 500), order: false })).status).toBe(200)
    expect((await owner.patch(at(id), { cameras: many.slice(500), order: false })).status).toBe(400)
    const bob = await daymark.createUser()
    for (const call of [() => bob.get(at(id)), () => bob.patch(at(id), { keep: true })])
      expect(code(await call())).toEqual([404, 'album_not_found'])
    expect((await daymark.visitor().get(at(id))).status).toBe(401)
    expect(await orderOf(id)).toBe(known)
    expect((await read(id)).keep).toBe(false)
    expect(code(await owner.get(at('x')))).toEqual([404, 'album_not_found'])
  })

  it('rule 140 the API reads and changes clocks and order, and shows capture time and camera of each image', async () => {
    const id = await newAlbum(...photosToMerge.slice(0, 4))
    const client = await createIntegrator(owner)
    const path = `/v1/albums/${id}/capture-order`
    const captureOrder = (await client.get<http.AlbumCaptureOrder>(path)).body
    const nikon = cameraIn(captureOrder, 'Z 9')
    const cameras = [{ id: nikon.id, correction_ms: -HOUR }]
    const { status, body } = await client.patch<http.AlbumCaptureOrder>(path, { cameras })
    expect([status, cameraIn(body, 'Z 9').correction_ms]).toEqual([200, -HOUR])
    expect(await orderOf(id)).toBe('arrival vows rings kiss')
    const { images } = (await client.get<{ images: http.v1.Image[] }>(`/v1/images?album_id=${id}`)).body
    expect(images[1]?.metadata.capture).toMatchObject({ time: '2025-05-09T14:30:00.25', offset: null })
    expect(images[0]?.metadata.capture).toMatchObject({ offset: '+02:00', camera_id: nikon.id })
    const reader = await createIntegrator(owner, ['read'])
    expect(code(await reader.patch(path, { keep: true }))).toEqual([403, 'scope_needed'])
  })
})
