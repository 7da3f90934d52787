import type { http } from '@daymark/contracts'
import sharp from 'sharp'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { mediaPath, createLink, createSharedGallery, stem } from '../../support/shared-gallery.ts'
import { logo, middleOf, opaqueWatermark, SETTINGS, uploadLogo } from '../../support/watermark.ts'

const DEFAULTS = {
  portraitPosition: 'center',
  landscapePosition: 'center',
  opacity: 0.35,
  portraitXPercent: 50,
  portraitYPercent: 50,
  landscapeXPercent: 50,
  landscapeYPercent: 50,
  widthPercent: 20,
}
type Settings = http.WatermarkSettings

const daymark = setUpDaymark()

describe('the watermark of a photographer', () => {
  let owner: SignedInUser
  beforeAll(async () => void (owner = await daymark.createUser()))
  const read = async (who = owner) => (await who.get<Settings>(SETTINGS)).body

  it('S-WMA-01 S-WM-13 does not exist at first and has default settings', async () => {
    expect(await read()).toEqual({ exists: false, previewUrl: null, config: DEFAULTS })
  })

  it('S-WMA-02 is uploaded as a file; its preview is a PNG with alpha for its owner only', async () => {
    const { status, body } = await uploadLogo(owner, await logo({ r: 255, g: 255, b: 255, alpha: 0.5 }))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      exists: true,
      previewUrl: expect.stringMatching(/^\/api\/settings\/watermark\/image\?v=/),
    })
    const preview = await owner.get(body.previewUrl ?? '')
    expect(preview.headers.get('content-type')).toBe('image/png')
    expect(await sharp(preview.bytes).metadata()).toMatchObject({
      format: 'png',
      width: 600,
      height: 300,
      hasAlpha: true,
    })
    expect((await daymark.visitor().get(body.previewUrl ?? '')).status).toBe(401)
  })

  it('S-WMA-02 another image has another preview, whatever its format', async () => {
    const before = (await read()).previewUrl
    for (const format of ['jpeg', 'webp', 'gif', 'tiff', 'avif'] as const) {
      const bytes = await sharp(await logo('#00ff00', 40, 20))
        .toFormat(format)
        .toBuffer()
      const { body } = await owner.upload<Settings>(SETTINGS, { name: `logo.${format}`, bytes })
      expect(body.previewUrl).not.toBe(before)
      expect(await sharp((await owner.get(body.previewUrl ?? '')).bytes).metadata()).toMatchObject({
        width: 40,
        hasAlpha: true,
      })
    }
  })

  it('S-WMA-03 stores the settings, and omitted fields stay', async () => {
    const config = { ...DEFAULTS, opacity: 0.8, widthPercent: 35, portraitXPercent: 10, portraitPosition: 'custom' }
    const { status, body } = await owner.patch<Settings>(SETTINGS, config)
    expect([status, body.config]).toEqual([200, config])
    await owner.patch(SETTINGS, { landscapeYPercent: 99.5 })
    expect((await read()).config).toEqual({ ...config, landscapeYPercent: 99.5, landscapePosition: 'custom' })
    await owner.patch(SETTINGS, { landscapePosition: 'centre', portraitPosition: 'bottom-right' })
    expect((await read()).config).toEqual({
      ...config,
      portraitPosition: 'bottom-right',
      portraitXPercent: 100,
      portraitYPercent: 100,
    })
  })

  it.each([
    ['opacity', 1.01],
    ['widthPercent', 4.9],
    ['landscapeYPercent', 101],
    ['opacity', '0.5'],
    ['landscapePosition', 'somewhere'],
  ])('rule 41 rejects %s %s', async (field, value) => {
    const before = (await read()).config
    expect((await owner.patch(SETTINGS, { [field]: value })).status).toBe(400)
    expect((await read()).config).toEqual(before)
  })

  it('S-WMA-09 a file that is no image is rejected, and the earlier watermark stays', async () => {
    const before = await read()
    const files = [
      { name: 'logo.png', bytes: Buffer.from('this is a text and no picture at all') },
      {
        name: 'logo.svg',
        bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      },
      { name: 'logo.pdf', bytes: Buffer.from('%PDF-1.7 nothing but a head of a document') },
      { name: 'broken.png', bytes: (await logo()).subarray(0, 60) },
    ]
    for (const file of files) expect((await owner.upload(SETTINGS, file)).status).toBe(415)
    expect((await owner.upload(SETTINGS, { name: 'empty.png', bytes: Buffer.alloc(0) })).status).toBe(415)
    expect((await owner.post(SETTINGS, { file: 'x' })).status).toBe(415)
    expect(await read()).toEqual(before)
  })

  it('rule 41 S-WM-11 images larger than recommended are accepted; 20 MB and 40 megapixels are the limits', async () => {
    const huge = await sharp({ create: { width: 8000, height: 5100, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const refused = await owner.upload(SETTINGS, { name: 'logo.png', bytes: huge })
    expect([refused.status, refused.body]).toMatchObject([413, { code: 'image_too_large' }])
    const padded = Buffer.concat([await logo(), Buffer.alloc(20 * 1024 ** 2)])
    expect(await owner.upload(SETTINGS, { name: 'logo.png', bytes: padded })).toMatchObject({
      status: 413,
      body: { code: 'file_too_large' },
    })
    const large = await sharp({ create: { width: 4000, height: 1000, channels: 4, background: '#fff' } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    const { status, body } = await owner.upload<Settings>(SETTINGS, { name: 'logo.png', bytes: large })
    expect(status).toBe(200)
    expect(await sharp((await owner.get(body.previewUrl ?? '')).bytes).metadata()).toMatchObject({
      width: 3000,
      height: 750,
    })
  })

  it('S-WMA-04 is removed with its image, and the settings stay', async () => {
    const { config, previewUrl } = await read()
    const { status, body } = await owner.delete<Settings>(SETTINGS)
    expect([status, body]).toMatchObject([200, { success: true, exists: false, previewUrl: null, config }])
    expect((await owner.get(previewUrl ?? '')).status).toBe(404)
    expect(await read()).toEqual({ exists: false, previewUrl: null, config })
    expect((await owner.delete(SETTINGS)).status).toBe(200)
  })

  it('S-WMA-10 is invisible to other accounts', async () => {
    const other = await daymark.createUser()
    await uploadLogo(owner)
    expect(await read(other)).toEqual({ exists: false, previewUrl: null, config: DEFAULTS })
    expect((await other.get((await read()).previewUrl ?? '')).status).toBe(404)
    expect((await daymark.visitor().get(SETTINGS)).status).toBe(401)
  })
})

describe('a link with a watermark', () => {
  const isRed = ([r, g, b]: number[]) => (r ?? 0) > 220 && (g ?? 255) < 60 && (b ?? 255) < 60

  it('S-WMA-06 L-MEDIA-04 shows marked pictures in every size; a link without one shows plain ones', async () => {
    const { owner, album, token: plain } = await createSharedGallery(daymark, { count: 0 })
    // larger than the medium size, so that each size has other dimensions
    const file = { name: 'large.png', bytes: await logo('#808080', 1400, 900), type: 'image/png' }
    const { body: image } = await owner.upload<http.Image>('/api/images', file)
    await owner.post(`/api/albums/${album.id}/images`, { image_ids: [image.id] })
    await daymark.settle()
    await opaqueWatermark(owner)
    const { token, watermark } = await createLink(owner, { album_id: album.id, watermark: true })
    expect(watermark).toBe(true)
    const visitor = daymark.visitor()
    for (const size of ['sm', 'md', 'lg']) {
      const marked = await visitor.get(mediaPath(token, image.filename, size))
      expect([marked.status, isRed(await middleOf(marked.bytes))]).toEqual([200, true])
      expect(isRed(await middleOf((await visitor.get(mediaPath(plain, image.filename, size))).bytes))).toBe(false)
      const own = await owner.get(`/media/watermarked/${size}/${stem(image.filename)}.jpg`)
      expect(own.bytes.equals(marked.bytes)).toBe(true)
      const variant = await owner.get(`/media/variants/${size}/${stem(image.filename)}.jpg`)
      const [a, b] = await Promise.all([sharp(variant.bytes).metadata(), sharp(marked.bytes).metadata()])
      expect([b.width, b.height]).toEqual([a.width, a.height])
    }
  })

  it('S-WMA-08 rule 41 shows changed settings with the next request', async () => {
    const { owner, album, image } = await createSharedGallery(daymark, { count: 1 })
    await opaqueWatermark(owner)
    const { token } = await createLink(owner, { album_id: album.id, watermark: true })
    const visitor = daymark.visitor()
    const seen = async (etag?: string) =>
      visitor.get(mediaPath(token, image.filename), etag ? { 'if-none-match': etag } : {})
    const first = await seen()
    expect(isRed(await middleOf(first.bytes))).toBe(true)
    const etag = first.headers.get('etag') ?? ''
    expect((await seen(etag)).status).toBe(304)
    await owner.patch(SETTINGS, { opacity: 0 })
    const second = await seen(etag)
    expect([second.status, isRed(await middleOf(second.bytes))]).toEqual([200, false])
    await uploadLogo(owner, await logo('#0000ff'))
    await owner.patch(SETTINGS, { opacity: 1 })
    const [r, , b] = await middleOf((await seen(second.headers.get('etag') ?? '')).bytes)
    expect([r < 60, b > 220]).toEqual([true, true])
    await owner.patch(SETTINGS, { landscapePosition: 'top-left' })
    const [, , moved] = await middleOf((await seen()).bytes)
    expect(moved).toBeLessThan(200)
  })

  it('rule 40 is rejected without an image, and accepted as soon as one is uploaded', async () => {
    const { owner, album, link } = await createSharedGallery(daymark, { count: 1 })
    const refusal = { status: 409, body: { code: 'watermark_missing' } }
    expect(await owner.post('/api/shares', { album_id: album.id, watermark: true })).toMatchObject(refusal)
    expect(await owner.patch(`/api/shares/${link.id}`, { watermark: true })).toMatchObject(refusal)
    await uploadLogo(owner)
    expect((await owner.patch(`/api/shares/${link.id}`, { watermark: true })).status).toBe(200)
    await owner.delete(SETTINGS)
    expect(await owner.post('/api/shares', { album_id: album.id, watermark: true })).toMatchObject(refusal)
  })
})
