import { randomUUID } from 'node:crypto'
import { type http, isEncrypted, RESUMABLE_ABOVE_BYTES } from '@daymark/contracts'
import { openDriver, type Storage, toBuffer } from '@daymark/storage'
import { pollUntil, S3_KEYS, s3Settings, type TestS3, testS3 } from '@daymark/testing/outside'
import { continueUpload, interruptUpload, progressOf, resumable } from '../../support/raw-requests.ts'
import { type Daymark, type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createLink, createSharedGallery, mediaPath, statuses, stem } from '../../support/shared-gallery.ts'
import { logo, uploadLogo } from '../../support/watermark.ts'
import { brokenJpeg } from '../../support/pictures.ts'

const DAY_MS = 86_400_000
const s3: TestS3 | undefined = await testS3()
if (!s3) console.warn('Encryption on S3 was not tested through HTTP, no S3 server could be installed')
afterAll(() => s3?.stop())
const access = { endpoint: s3?.endpoint ?? '', bucket: 'encryption', ...S3_KEYS }
const onS3 = { ...s3Settings(s3?.endpoint), DAYMARK_STORAGE_BUCKET: access.bucket }
const stores: [name: string, env: Record<string, string>][] = [['a folder', {}]]
if (s3) stores.push(['S3', onS3])
const KINDS = ['originals/', 'variants/', 'watermark/', 'partials/']

/** The store as a thief of the disk reads it. */
const stolen = (daymark: Daymark, env: object): Storage =>
  openDriver(env === onS3 ? { driver: 's3', ...access } : { dir: daymark.storageDir })
async function keysIn(store: Storage, kinds = KINDS): Promise<string[]> {
  const keys: string[] = []
  for (const kind of kinds) for await (const { key } of store.list(kind)) keys.push(key)
  return keys.sort()
}

describe.each(stores)('encryption at rest, with %s', (_, env) => {
  const daymark = setUpDaymark({ env })
  let store: Storage
  beforeAll(() => void (store = stolen(daymark, env)))

  /** All addresses of a gallery that read from the store, for owner and visitor. */
  async function everything({ owner, images, token, album }: Awaited<ReturnType<typeof createSharedGallery>>) {
    const answers: Record<string, Buffer> = {}
    const visitor = daymark.visitor()
    for (const { filename } of images)
      for (const [who, path] of [
        [owner, `/media/originals/${filename}`],
        ...['sm', 'md', 'lg'].map(size => [owner, `/media/variants/${size}/${stem(filename)}.jpg`] as const),
        [visitor, `/media/share/md/${stem(filename)}.jpg?token=${token}`],
        [visitor, `/media/share/md/${stem(filename)}.jpg?token=${token}&download=1`],
      ] as const) {
        const answer = await who.get(path)
        if (answer.status !== 200) throw new Error(`${path} of ${album.title}: ${answer.status}`)
        answers[path] = answer.bytes
      }
    const zip = await visitor.get(`/api/shares/public/${token}/download`)
    expect([zip.status, Number(zip.headers.get('content-length'))]).toEqual([200, zip.bytes.length])
    answers['zip'] = zip.bytes
    return answers
  }

  it('L-MKT-11 rule 15 everything stored for an account whose plan includes it is encrypted, and nothing else', async () => {
    const before = await keysIn(store)
    const gallery = await createSharedGallery(daymark, { tier: 'professional', count: 2 })
    await uploadLogo(gallery.owner, await logo('#ff0000'))
    const shown = await everything(gallery)
    for (const [n, original] of gallery.originals.entries())
      expect(shown[`/media/originals/${gallery.images[n]?.filename}`]?.equals(original)).toBe(true)
    const keys = (await keysIn(store)).filter(key => !before.includes(key))
    expect(keys.filter(key => !isEncrypted(key))).toEqual([])
    expect(keys.length).toBeGreaterThanOrEqual(9)
    for (const key of keys) expect((await toBuffer(await store.get(key))).subarray(0, 3).toString()).toBe('dm1')

    const plain = await createSharedGallery(daymark, { tier: 'starter', count: 1 })
    await everything(plain)
    const ofStarter = (await keysIn(store)).filter(key => !before.includes(key) && !keys.includes(key))
    expect(ofStarter.filter(isEncrypted)).toEqual([])
    expect(ofStarter).toHaveLength(4)
  })

  it('L-MKT-11 ranges, lengths and ETags are those of the plain photo', async () => {
    const owner = await daymark.createUser()
    const bytes = brokenJpeg(1_000_000)
    const { body } = await owner.upload<http.Image>('/api/images', { name: 'a.jpg', bytes, type: 'image/jpeg' })
    const path = `/media/originals/${body.filename}`
    const head = await owner.send('HEAD', path)
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
    for (const [start, end] of [
      [0, 0],
      [65_535, 65_536],
      [200_000, 900_000],
      [bytes.length - 1, bytes.length - 1],
    ] as const) {
      const part = await owner.get(path, { range: `bytes=${start}-${end}` })
      expect(part.status).toBe(206)
      expect(part.bytes.equals(bytes.subarray(start, end + 1))).toBe(true)
    }
    expect((await owner.get(path, { 'if-none-match': head.headers.get('etag') ?? '' })).status).toBe(304)
  })

  it('L-MKT-11 tampered objects are not served', async () => {
    const before = await keysIn(store)
    const { owner, images } = await createSharedGallery(daymark, { count: 2 })
    const [one = '', other = ''] = (await keysIn(store, ['originals/'])).filter(key => !before.includes(key))
    const [a, b] = [await toBuffer(await store.get(one)), await toBuffer(await store.get(other))]
    await store.put(one, b)
    await store.put(other, a.subarray(0, a.length - 1))
    for (const { filename } of images) {
      const answer = await owner.get(`/media/originals/${filename}`)
      expect([answer.status, answer.bytes.subarray(0, 2).toString('hex') === 'ffd8']).toEqual([500, false])
    }
    await store.put(one, a)
    await store.put(other, b)
    for (const { filename } of images) expect((await owner.get(`/media/originals/${filename}`)).status).toBe(200)
  })

  it('L-MKT-11 rule 15 after an upgrade existing files are encrypted in the background, and a downgrade keeps them encrypted', async () => {
    const before = await keysIn(store)
    const gallery = await createSharedGallery(daymark, { tier: 'starter', count: 3 })
    const mine = async () => (await keysIn(store)).filter(key => !before.includes(key))
    const shown = await everything(gallery)
    const plain = await mine()
    await daymark.runJob('media', 'EncryptStored')
    expect(await mine()).toEqual(plain)

    await gallery.owner.post('/api/subscription/update-tier', { tier: 'professional' })
    await daymark.settle()
    await daymark.runJob('media', 'EncryptStored')
    await daymark.settle()
    expect((await mine()).filter(isEncrypted)).toEqual(plain.map(key => `${key}.dm1`))
    expect(await everything(gallery)).toEqual(shown)
    // a request that looked up the plain object just before still finds it
    await daymark.runJob('media', 'RemovePlain')
    expect((await mine()).filter(key => !isEncrypted(key))).toEqual(plain)
    await daymark.clock.advance(DAY_MS + 1)
    await daymark.runJob('media', 'RemovePlain')
    expect(await mine()).toEqual(plain.map(key => `${key}.dm1`))
    expect(await everything(gallery)).toEqual(shown)

    await gallery.owner.post('/api/subscription/update-tier', { tier: 'starter' })
    await daymark.settle()
    const { body } = await gallery.owner.upload<http.Image>('/api/images', {
      name: 'later.jpg',
      bytes: gallery.originals[0] ?? Buffer.of(),
      type: 'image/jpeg',
    })
    await daymark.settle()
    await daymark.runJob('media', 'EncryptStored')
    expect((await mine()).filter(key => !isEncrypted(key))).toHaveLength(4)
    expect(await everything(gallery)).toEqual(shown)
    await gallery.owner.delete(`/api/images/${body.id}`)
  })

  it('L-MKT-11 rule 77 a deleted account leaves no file behind, not even plain files that were just encrypted', async () => {
    const before = await keysIn(store)
    const { owner, album, image } = await createSharedGallery(daymark, { tier: 'starter', count: 1 })
    await owner.post('/api/subscription/update-tier', { tier: 'professional' })
    await daymark.settle()
    await uploadLogo(owner)
    const { token } = await createLink(owner, { album_id: album.id, watermark: true })
    const pictures = ['sm', 'md'].map(size => mediaPath(token, image.filename, size))
    expect(await statuses(daymark.visitor(), pictures)).toEqual([200, 200])
    await daymark.settle()
    await daymark.runJob('media', 'EncryptStored')
    await daymark.settle()
    const watermarked = (await keysIn(store, ['watermark/'])).filter(key => !before.includes(key))
    expect(watermarked.filter(key => !isEncrypted(key)).length).toBeGreaterThanOrEqual(2)
    expect(watermarked.filter(isEncrypted).length).toBeGreaterThanOrEqual(3)

    const admin = await daymark.admin()
    await admin.delete(`/api/admin/users/${owner.id}`)
    await daymark.settle()
    // a later clock would make the sweep delete what the deletion of the account leaves behind
    await daymark
      .db('identity')
      .sql('UPDATE users SET deletion_due_at = $2 WHERE id = $1', [owner.id, daymark.clock.now()])
    await daymark.runJob('identity', 'DeleteAccounts')
    await daymark.settle()
    expect((await keysIn(store)).filter(key => !before.includes(key))).toEqual([])
  })

  it('L-MKT-11 the first part of an interrupted upload is stored encrypted and can be continued', async () => {
    const owner: SignedInUser = await daymark.createUser()
    const photo = brokenJpeg(RESUMABLE_ABOVE_BYTES + 1_000_000)
    const key = randomUUID()
    await interruptUpload(owner, photo, { until: photo.length / 2, headers: resumable(key) })
    let offset = 0
    const isHeld = async () => ({ offset } = await progressOf(owner, key)).offset > 0
    await pollUntil('the server has stored a part of the file', isHeld)
    expect((await keysIn(store, ['partials/'])).every(isEncrypted)).toBe(true)
    const answer = await continueUpload(owner, key, { bytes: photo, offset })
    expect(answer.status).toBe(201)
    expect((await owner.get(`/media/originals/${answer.body.filename}`)).bytes.equals(photo)).toBe(true)
    expect(await keysIn(store, ['partials/'])).toEqual([])
  })
})

describe('an installation without a key', () => {
  const daymark = setUpDaymark({ env: { DAYMARK_ENCRYPTION_KEYS: '' } })

  it('L-MKT-11 refuses uploads that it would have to encrypt, reports the reason, and accepts the others', async () => {
    const store = stolen(daymark, {})
    const facts = await daymark.visitor().get<http.SecurityFacts>('/api/security/facts')
    expect(facts.body).toEqual({ encryption: { configured: false } })
    const owner = await daymark.createUser({ tier: 'professional' })
    const file = { name: 'a.jpg', bytes: brokenJpeg(5000), type: 'image/jpeg' }
    const answer = await owner.upload<http.ErrorAnswer>('/api/images', file)
    expect([answer.status, answer.body.code]).toEqual([503, 'encryption_unavailable'])
    expect((await uploadLogo(owner, await logo('#ff0000'))).status).toBe(503)
    expect(await keysIn(store)).toEqual([])
    const admin = await daymark.admin()
    // a check in progress uses the newest answer
    await pollUntil('the System page reports the missing key', async () => {
      const { body } = await admin.get<http.SystemSettings>('/api/admin/system/settings')
      const check = body.checks.find(({ name }) => name === 'encryption at rest')
      return check?.ok === false && check.message.includes('DAYMARK_ENCRYPTION_KEYS')
    })

    const starter = await daymark.createUser({ tier: 'starter' })
    expect((await starter.upload('/api/images', file)).status).toBe(201)
    await starter.post('/api/subscription/update-tier', { tier: 'professional' })
    await daymark.settle()
    await daymark.runJob('media', 'EncryptStored')
    expect((await keysIn(store)).filter(isEncrypted)).toEqual([])
  })
})
