import { createHash } from 'node:crypto'
import { type http, isEncrypted } from '@daymark/contracts'
import { fixture, withFixtures } from '@daymark/testing/outside'
import sharp from 'sharp'
import { type SignedInUser, setUpDaymark } from '../support/daymark.ts'
import { uploadPhotos } from '../support/photos.ts'
import { keysIn } from '../support/replacement.ts'
import { picture, createSharedGallery, stem, unzip } from '../support/shared-gallery.ts'

const daymark = setUpDaymark()
let alice: SignedInUser
let images: http.Image[]
beforeAll(async () => {
  alice = await daymark.createUser()
  images = await uploadPhotos(daymark, alice, 3)
})

const image = (n = 0): http.Image => images[n] as http.Image
const variant = (size: string, n = 0): string => `/media/variants/${size}/${stem(image(n).filename)}.jpg`
const full = (n = 0): string => `/media/full/${image(n).filename}`
const original = (n = 0): string => `/media/originals/${image(n).filename}`

describe('media of the library', () => {
  it('L-MEDIA-01 L-MEDIA-02 are served to their owner only, revalidated at every request, and cannot run scripts', async () => {
    for (const path of [variant('sm'), variant('md'), variant('lg'), original(), full()]) {
      const { status, headers, bytes } = await alice.get(path)
      expect(status).toBe(200)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(bytes.length),
        'cache-control': 'private, no-cache',
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
      expect(headers.get('content-disposition')).toContain('inline; filename="Beach 0.')
    }
  })

  it('L-MEDIA-01 have an ETag, and 304 works for every later request', async () => {
    for (const path of [variant('sm'), variant('lg'), original()])
      for (let time = 0; time < 3; time++) {
        const { headers } = await alice.get(path)
        const etag = headers.get('etag') ?? ''
        expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
        const again = await alice.get(path, { 'if-none-match': `"other", W/${etag}` })
        expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag])
      }
    const sha256 = createHash('sha256')
      .update(await picture(0))
      .digest('hex')
    expect((await alice.get(original())).headers.get('etag')).toBe(`"${sha256.slice(0, 32)}"`)
  })

  it('L-MEDIA-01 L-MEDIA-02 answer ranges, and HEAD without a body', async () => {
    for (const path of [variant('md'), original()])
      for (let time = 0; time < 2; time++) {
        const whole = (await alice.get(path)).bytes
        const part = await alice.get(path, { range: 'bytes=10-19' })
        expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${whole.length}`])
        expect(part.bytes.equals(whole.subarray(10, 20))).toBe(true)
        expect((await alice.get(path, { range: 'bytes=-5' })).bytes.equals(whole.subarray(-5))).toBe(true)
        expect((await alice.get(path, { range: 'bytes=0-1', 'if-range': '"old"' })).bytes.equals(whole)).toBe(true)
        const beyond = await alice.get<http.ErrorAnswer>(path, { range: `bytes=${whole.length}-` })
        expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
        expect(beyond.body.code).toBe('range_not_satisfiable')
        const head = await alice.send('HEAD', path)
        expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([
          200,
          String(whole.length),
          0,
        ])
      }
  })

  it('L-MEDIA-03 require a session of the owner: 401 without, 404 for others, also after the owner loaded them', async () => {
    const bob = await daymark.createUser()
    for (const path of [variant('sm'), variant('lg'), original(), full()]) {
      expect((await alice.get(path)).status).toBe(200)
      expect((await daymark.visitor().get<http.ErrorAnswer>(path)).body.code).toBe('no_session')
      const foreign = await bob.get<http.ErrorAnswer>(path)
      expect([foreign.status, foreign.body.code]).toEqual([404, 'photo_not_found'])
      expect((await daymark.visitor({ cookie: 'daymark_session=guessed-token-guessed-token' }).get(path)).status).toBe(
        401,
      )
    }
  })

  it('L-MEDIA-03 L-API-04 are closed as soon as the owner signs out', async () => {
    const carol = await daymark.createUser()
    const [photo] = await uploadPhotos(daymark, carol, 1)
    const cookie = carol.cookieHeader()
    const thief = daymark.visitor({ cookie })
    expect((await thief.get(photo?.thumbnail_url ?? '')).status).toBe(200)
    await carol.post('/api/auth/logout')
    expect((await thief.get(photo?.thumbnail_url ?? '')).status).toBe(401)
  })

  it('L-API-15 L-MKT-08 are gone with the answer to DELETE, also from caches', async () => {
    const dora = await daymark.createUser()
    const [photo] = await uploadPhotos(daymark, dora, 1)
    const paths = ['sm', 'md', 'lg'].map(size => `/media/variants/${size}/${stem(photo?.filename ?? '')}.jpg`)
    for (const path of paths) for (let time = 0; time < 3; time++) expect((await dora.get(path)).status).toBe(200)
    await dora.delete(`/api/images/${photo?.id}`)
    for (let time = 0; time < 3; time++)
      for (const path of [...paths, `/media/originals/${photo?.filename}`, `/media/full/${photo?.filename}`])
        expect((await dora.get(path)).status).toBe(404)
  })

  it('L-MEDIA-04 have no watermarked variant without a watermark, and the plain picture is not served instead', async () => {
    const path = `/media/watermarked/lg/${stem(image().filename)}.jpg`
    for (const [visitor, refusal] of [
      [alice, 404],
      [daymark.visitor(), 401],
    ] as const) {
      const { status, headers } = await visitor.get(path)
      expect(status).toBe(refusal)
      expect(headers.get('content-type')).toContain('application/json')
    }
  })

  it('answer 404 for invalid addresses', async () => {
    const name = stem(image().filename)
    const wrong = [
      `/media/variants/xl/${name}.jpg`,
      `/media/variants/sm/${name}.png`,
      `/media/variants/sm/${name}`,
      `/media/variants/sm/${image(1).id}.jpg`,
      '/media/variants/sm/..%2f..%2fetc%2fpasswd.jpg',
      '/media/originals/..%2f..%2fetc%2fpasswd',
      `/media/originals/${name}.png`,
      `/media/full/${name}.png`,
      `/media/full/${name}`,
      `/media/originals/${name}%00.jpg`,
      '/media/anything/else',
    ]
    for (const path of wrong) expect([path, (await alice.get(path)).status]).toEqual([path, 404])
    expect((await alice.get('/media/variants/sm/%E0%A4%A.jpg')).status).toBe(400)
  })

  it('L-MEDIA-02 an original that browsers cannot show is sent as a download with its own name', async () => {
    const bytes = Buffer.concat([Buffer.from('II*\0\x08\0\0\0'), Buffer.alloc(200)])
    const { body } = await alice.upload<http.Image>('/api/images', { name: 'Müller "1".tif', bytes })
    const { headers } = await alice.get(`/media/originals/${body.filename}`)
    expect(headers.get('content-type')).toBe('image/tiff')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Muller _1_.tif"; filename*=UTF-8''M%C3%BCller%20%221%22.tif`,
    )
    expect((await alice.get(`${original()}?download=1`)).headers.get('content-disposition')).toMatch(/^attachment; /)
  })
})

withFixtures('full-size pictures', () => {
  const ready = async (path: string): Promise<http.Image> => {
    const { body } = await alice.upload<http.Image>('/api/images', fixture(path))
    await daymark.settle()
    return (await alice.get<http.Image>(`/api/images/${body.id}`)).body
  }

  it('are the original if browsers can show it', async () => {
    const { headers, bytes } = await alice.get(full())
    expect(bytes.equals((await alice.get(original())).bytes)).toBe(true)
    expect(headers.get('content-disposition')).toMatch(/^inline; /)
  })

  it('are a full-size JPEG if the original is HEIC', async () => {
    const { filename, width, height } = await ready('heic/iphone7-12mp.heic')
    const { headers, bytes } = await alice.get(`/media/full/${filename}`)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width, height })
  })

  it('are the large variant if nothing better exists', async () => {
    const { filename, url } = await ready('tiff/16bit-rgb.tif')
    const { headers, bytes } = await alice.get(`/media/full/${filename}`)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(bytes.equals((await alice.get(url)).bytes)).toBe(true)
  })
})

describe('media of a link', () => {
  it('L-MEDIA-05 L-MEDIA-06 may be stored by browsers only if they are revalidated', async () => {
    const { token, image: shown } = await createSharedGallery(daymark, { count: 1 })
    const path = `/media/share/md/${stem(shown.filename)}.jpg?token=${token}`
    const first = await daymark.visitor().get(path)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('x-robots-tag')).toBe('noindex')
    expect(first.headers.get('content-disposition')).toMatch(/^inline/)
    const again = await daymark.visitor().get(path, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    const download = await daymark.visitor().get(`${path}&download=1`)
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="Beach 0.JPG"/)
  })

  it('S-SHARE-14 a ZIP download can be resumed where it stopped', async () => {
    const { token, originals } = await createSharedGallery(daymark, { count: 3, title: 'Côte d’Azur / 2026' })
    const path = `/api/shares/public/${token}/download`
    const { headers, bytes } = await daymark.visitor().get(path)
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-length')).toBe(String(bytes.length))
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''C%C3%B4te%20d%E2%80%99Azur%20_%202026.zip")
    const etag = headers.get('etag') ?? ''
    const middle = Math.floor(bytes.length / 2)
    const remaining = await daymark.visitor().get(path, { range: `bytes=${middle}-`, 'if-range': etag })
    expect(remaining.status).toBe(206)
    const whole = Buffer.concat([bytes.subarray(0, middle), remaining.bytes])
    expect(
      unzip(whole).map(file => file.bytes.equals(originals[unzip(whole).indexOf(file)] ?? Buffer.alloc(0))),
    ).toHaveLength(3)
    expect(whole.equals(bytes)).toBe(true)
    expect((await daymark.visitor().get(path, { 'if-none-match': etag })).status).toBe(304)
    const head = await daymark.visitor().send('HEAD', path)
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, String(bytes.length), 0])
  })
})

it('L-MKT-11 rule 15 rule 25 files are encrypted after an upgrade, and permanent deletion leaves nothing of them', async () => {
  const owner = await daymark.createUser({ tier: 'starter' })
  const before = await keysIn(daymark.storageDir)
  const keys = () => keysIn(daymark.storageDir, before)
  const [photo] = (await uploadPhotos(daymark, owner, 1)) as [http.Image]
  const plainKeys = await keys()
  await owner.post('/api/subscription/update-tier', { tier: 'professional' })
  await daymark.settle()
  await daymark.runJob('media', 'EncryptStored')
  await daymark.settle()
  expect((await keys()).filter(isEncrypted).toSorted()).toEqual(plainKeys.map(key => `${key}.dm1`).toSorted())
  expect((await owner.get(`/media/originals/${photo.filename}`)).bytes.equals(await picture(0))).toBe(true)
  await owner.delete(`/api/images/${photo.id}`)
  await owner.delete('/api/trash', { image_ids: [photo.id] })
  await daymark.settle()
  expect(await keys()).toEqual([])
  expect(await daymark.db('media').sql('SELECT 1 FROM plain_objects WHERE photo_id = $1', [photo.id])).toEqual([])
})
