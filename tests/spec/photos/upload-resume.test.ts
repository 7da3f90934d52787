import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type http, RESUMABLE_ABOVE_BYTES, subscriptionChanged } from '@daymark/contracts'
import { s3Settings, pollUntil, type TestS3, testS3 } from '@daymark/testing/outside'
import {
  continueUpload,
  interruptUpload,
  progressOf,
  resumable,
  startPartialUpload,
} from '../../support/raw-requests.ts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { brokenJpeg } from '../../support/pictures.ts'

const SIZE = RESUMABLE_ABOVE_BYTES + 1_500_000
const LIMIT = 2 * SIZE
const s3: TestS3 | undefined = await testS3()
if (!s3) console.warn('Resumed uploads on S3 were not tested, no S3 server could be installed')
afterAll(() => s3?.stop())
const stores: [name: string, env: Record<string, string>][] = [['a folder', {}]]
if (s3) stores.push(['S3', s3Settings(s3.endpoint)])

const photo = brokenJpeg(SIZE)
const percent = (share: number) => Math.floor((SIZE * share) / 100)

describe.each(stores)('an interrupted upload above 8 MB, with %s', (store, env) => {
  const daymark = setUpDaymark({ env: { ...env, DAYMARK_GATEWAY_UPLOAD_MAX_BYTES: String(LIMIT) } })
  let alice: SignedInUser
  let key: string
  beforeEach(async () => {
    alice = await daymark.createUser()
    key = randomUUID()
  })

  const keys = (prefix: string): Promise<string[]> => daymark.store.list(prefix)
  const breakAt = (until: number) => interruptUpload(alice, photo, { until, headers: resumable(key) })
  /** The stored offset. The request ends the upload in progress, so a busy server may not have read everything sent. */
  async function storedOffset(path: number): Promise<number> {
    let offset = 0
    const hasBegun = async () => ({ offset } = await progressOf(alice, key)).offset > 0
    await pollUntil('the server has stored a part of the file', hasBegun)
    expect(offset).toBeLessThanOrEqual(path)
    return offset
  }
  const total = async () => (await alice.get<http.ImageList>('/api/images')).body.total

  it.each([1, 50, 99, 100])('L-API-07 L-MKT-04 continues at %i %% with every byte', async share => {
    await breakAt(percent(share))
    const offset = await storedOffset(percent(share))
    expect(await total()).toBe(0)
    const { status, body } = await continueUpload(alice, key, { bytes: photo, offset })
    expect([status, body.size, body.original_filename]).toEqual([201, SIZE, 'large.jpg'])
    const stored = await alice.get(`/media/originals/${body.filename}`)
    expect(stored.bytes.equals(photo)).toBe(true)
    expect(stored.headers.get('etag')).toBe(`"${createHash('sha256').update(photo).digest('hex').slice(0, 32)}"`)
    expect(await keys(`partials/${alice.id}/`)).toEqual([])
    expect((await progressOf(alice, key)).image?.id).toBe(body.id)
    expect((await continueUpload(alice, key, { bytes: photo, offset })).body.id).toBe(body.id)
    expect(await total()).toBe(1)
  })

  it('can be interrupted repeatedly', async () => {
    await breakAt(percent(20))
    let offset = await storedOffset(percent(20))
    for (const share of [40, 70]) {
      const headers = { ...resumable(key), 'Upload-Offset': String(offset) }
      await interruptUpload(alice, photo.subarray(offset), { until: percent(share) - offset, headers })
      while ((await progressOf(alice, key)).offset === offset) await pause(50)
      offset = await storedOffset(percent(share))
    }
    const { body } = await continueUpload(alice, key, { bytes: photo, offset })
    expect((await alice.get(`/media/originals/${body.filename}`)).bytes.equals(photo)).toBe(true)
  })

  it('can continue before the server noticed the lost connection', async () => {
    // More than all buffers between client and server, so the server has read the beginning once this is written.
    const socket = await startPartialUpload(alice, photo, { until: percent(99), headers: resumable(key) })
    const { offset } = await progressOf(alice, key)
    expect(offset).toBeGreaterThan(0)
    expect((await continueUpload(alice, key, { bytes: photo, offset })).status).toBe(201)
    socket.destroy()
  })

  it('can continue after a reset connection that lost bytes in transit', async () => {
    const socket = await startPartialUpload(alice, photo, { until: percent(99), headers: resumable(key) })
    socket.resetAndDestroy()
    while ((await progressOf(alice, key)).offset === 0) await pause(50)
    const { offset } = await progressOf(alice, key)
    const { body } = await continueUpload(alice, key, { bytes: photo, offset })
    expect((await alice.get(`/media/originals/${body.filename}`)).bytes.equals(photo)).toBe(true)
  })

  // The following tests do not depend on the store.
  if (store === 'S3') return

  it('continues only at its offset; any other answers 409 with the correct one', async () => {
    await breakAt(percent(50))
    const offset = await storedOffset(percent(50))
    for (const wrong of [1, offset - 1, offset + 1, SIZE]) {
      const { status, body } = await continueUpload(alice, key, { bytes: photo, offset: wrong })
      expect([status, body.code, body.offset]).toEqual([409, 'upload_offset', offset])
    }
    const unknown = await continueUpload(alice, randomUUID(), { bytes: photo, offset })
    expect([unknown.status, unknown.body.offset]).toEqual([409, 0])
    expect((await continueUpload(alice, key, { bytes: photo, offset })).status).toBe(201)
  })

  it('starts again if it is sent from the beginning', async () => {
    await breakAt(percent(50))
    await storedOffset(percent(50))
    const other = brokenJpeg(SIZE)
    const { status, body } = await continueUpload(alice, key, { bytes: other, offset: 0 })
    expect(status).toBe(201)
    expect((await alice.get(`/media/originals/${body.filename}`)).bytes.equals(other)).toBe(true)
  })

  it('L-ROLE-01 is visible to its owner only', async () => {
    const bob = await daymark.createUser()
    await breakAt(percent(50))
    const offset = await storedOffset(percent(50))
    expect(await progressOf(bob, key)).toEqual({ offset: 0, image: null })
    expect((await continueUpload(bob, key, { bytes: photo, offset })).status).toBe(409)
    expect((await continueUpload(alice, key, { bytes: photo, offset })).status).toBe(201)
    expect(await progressOf(bob, key)).toEqual({ offset: 0, image: null })
  })

  it('rule 8 rule 19 quota and size limit apply to the whole file', async () => {
    await breakAt(percent(50))
    const offset = await storedOffset(percent(50))
    const large = await continueUpload(alice, key, { bytes: brokenJpeg(LIMIT + 100_000), offset })
    expect([large.status, large.body.code]).toEqual([413, 'file_too_large'])
    const plan = { userId: alice.id, tier: 'professional', status: 'active', endDate: null, version: 99 } as const
    await daymark.publish(subscriptionChanged, alice.id, { ...plan, storageLimit: SIZE - 10_000 })
    await daymark.settle()
    const full = await continueUpload(alice, key, { bytes: photo, offset })
    expect([full.status, full.body.code]).toEqual([413, 'quota_exceeded'])
    await daymark.publish(subscriptionChanged, alice.id, { ...plan, storageLimit: SIZE + 10_000, version: 100 })
    await daymark.settle()
    expect((await continueUpload(alice, key, { bytes: photo, offset })).status).toBe(201)
  })

  it('rule 19 is not stored if its beginning is no image', async () => {
    const svg = Buffer.concat([Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'), randomBytes(SIZE)])
    await interruptUpload(alice, svg, { until: percent(50), headers: resumable(key) })
    expect((await continueUpload(alice, key, { bytes: svg, offset: 0 })).status).toBe(415)
    expect(await progressOf(alice, key)).toEqual({ offset: 0, image: null })
  })

  it('is stored only on request and above 8 MB', async () => {
    await interruptUpload(alice, photo, { until: percent(50), headers: { 'Idempotency-Key': key } })
    const small = { until: 1_000_000, headers: resumable(key) }
    await interruptUpload(alice, photo.subarray(0, 2_000_000), small)
    expect(await progressOf(alice, key)).toEqual({ offset: 0, image: null })
    expect(await keys(`partials/${alice.id}/`)).toEqual([])
  })

  it('expires after a day or when twenty newer ones are stored', async () => {
    await breakAt(percent(1))
    await storedOffset(percent(1))
    const [own = ''] = await keys(`partials/${alice.id}/`)
    await daymark.clock.advance(23 * 3_600_000)
    await daymark.sweepUploads()
    expect(await keys(`partials/${alice.id}/`)).toEqual([own])
    for (let n = 0; n < 20; n++) await daymark.store.put(`partials/${alice.id}/other-${n}`, Buffer.from('x'))
    const second = randomUUID()
    await interruptUpload(alice, photo, { until: percent(1), headers: resumable(second) })
    while ((await progressOf(alice, second)).offset === 0) await pause(50)
    expect(await keys(`partials/${alice.id}/`)).toHaveLength(20)
    await daymark.clock.advance(2 * 3_600_000)
    await daymark.sweepUploads()
    expect(await keys(`partials/${alice.id}/`)).toEqual([])
  })

  it('invalid headers are rejected', async () => {
    const upload = (headers: Record<string, string>) =>
      alice.upload('/api/images', { name: 'a.jpg', bytes: brokenJpeg(5000) }, { headers })
    expect((await upload({ 'upload-offset': '0' })).status).toBe(400)
    for (const offset of ['-1', '1.5', 'x', '', '9'.repeat(20)])
      expect((await upload({ 'idempotency-key': key, 'upload-offset': offset })).status).toBe(400)
    expect((await alice.get(`/api/uploads/${'x'.repeat(201)}`)).status).toBe(400)
    expect((await upload({ 'upload-resumable': '?1' })).status).toBe(201)
  })
})
