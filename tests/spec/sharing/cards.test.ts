import { rmSync } from 'node:fs'
import type { http } from '@daymark/contracts'
import sharp, { type Region } from 'sharp'
import { setUpDaymark } from '../../support/daymark.ts'
import { smallWebApp } from '../../support/domains.ts'
import { createLink, createSharedGallery } from '../../support/shared-gallery.ts'
import { logo, middleOf, opaqueWatermark, SETTINGS, uploadLogo } from '../../support/watermark.ts'
import { pollUntil } from '@daymark/testing/outside'

const SITE = 'https://photos.example.com'
const web = smallWebApp()
const daymark = setUpDaymark({ env: { DAYMARK_WEB_DIR: web, DAYMARK_PUBLIC_URL: SITE } })
afterAll(() => rmSync(web, { recursive: true }))

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const read = (text: string) => text.replace(/&([a-z]+|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
async function pageOf(token: string) {
  const { status, headers, bytes } = await daymark.visitor().get(`/share/${token}`)
  const html = bytes.toString()
  const tags = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)]
  const of = Object.fromEntries(tags.map(([, name = '', content = '']) => [name, read(content)]))
  return { status, html, of, hidden: headers.get('x-robots-tag') === 'noindex' }
}
const isRed = ([r, g, b]: number[]) => (r ?? 0) > 220 && (g ?? 255) < 60 && (b ?? 255) < 60
/** The path of the card of a link. */
const pictureOf = async (token: string) => (await pageOf(token)).of['og:image']?.slice(SITE.length) ?? 'none'

describe('the page of a link', () => {
  it('S-PUB-01 has the album, its address and its picture in meta tags', async () => {
    const { token } = await createSharedGallery(daymark, { count: 2 })
    const { status, html, of, hidden } = await pageOf(token)
    expect(status).toBe(200)
    expect(of).toMatchObject({
      'og:title': 'Summer',
      'og:description': 'By the sea',
      'og:url': `${SITE}/share/${token}`,
      'og:type': 'website',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
      description: 'By the sea',
    })
    expect(of['og:image']).toMatch(new RegExp(`^${SITE}/media/share/card\\.jpg\\?token=${token}&v=[0-9a-f]{12}$`))
    expect(html).toContain('<title>Summer · Daymark</title>')
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html).not.toContain('Of the application.')
    expect(hidden).toBe(true)
  })

  it('S-PUB-01 search engines may index a gallery only if its owner allows it', async () => {
    const { token, owner, link } = await createSharedGallery(daymark, { count: 0 })
    expect((await pageOf(token)).hidden).toBe(true)
    await owner.patch(`/api/shares/${link.id}`, { allow_indexing: true })
    expect((await pageOf(token)).hidden).toBe(false)
    await owner.patch(`/api/shares/${link.id}`, { allow_indexing: true, password: 'secret' })
    expect((await pageOf(token)).hidden).toBe(true)
  })

  it.each([
    '"><script>alert(1)</script>',
    "' onload='alert(1)",
    '</title><img src=x onerror=alert(1)>',
    '$& $` $1 &amp; <!--',
  ])('S-PUB-01 escapes a title as text: %s', async title => {
    const { token, owner, album } = await createSharedGallery(daymark, { count: 0, title })
    await owner.patch(`/api/albums/${album.id}`, { description: title })
    await daymark.settle()
    const { html, of } = await pageOf(token)
    expect(of).toMatchObject({ 'og:title': title, 'og:description': title, 'twitter:card': 'summary' })
    expect(html).not.toMatch(/<script|<img|onload='/)
    expect(read(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')).toBe(`${title} · Daymark`)
    expect(html.endsWith('</head><body id="root"></body></html>')).toBe(true)
  })

  it('S-PUB-01 shows nothing of locked, ended or unknown links, which look the same', async () => {
    const { owner, album, token, link } = await createSharedGallery(daymark, { count: 2 })
    const make = (body: object) => createLink(owner, { album_id: album.id, ...body })
    const card = await pictureOf(token)
    const locked = await make({ password: 'secret' })
    const revoked = await make({})
    await owner.post(`/api/shares/${revoked.id}/revoke`)
    const [unknown, ...others] = await Promise.all(
      ['0'.repeat(22), locked.token, revoked.token].map(async one => {
        const { html, of, hidden } = await pageOf(one)
        expect(html).not.toMatch(/Summer|By the sea|media\/share|preload/)
        expect(of['og:image']).toBeUndefined()
        return [html.replaceAll(one, 'token'), hidden]
      }),
    )
    for (const other of others) expect(other).toEqual(unknown)
    const status = async (path: string) => (await daymark.visitor().get(path)).status
    const cardOf = (one: string) => status(card.replace(token, one))
    expect([await cardOf(locked.token), await cardOf(revoked.token), await cardOf('x')]).toEqual([401, 410, 404])
    expect(await status(card)).toBe(200)
    await owner.post(`/api/shares/${link.id}/revoke`)
    expect(await status(card)).toBe(410)
    expect((await pageOf(token)).html).not.toContain('Summer')
  })

  it('S-PUB-01 rule 40 a watermarked link has no picture without the watermark', async () => {
    const { token, owner, link } = await createSharedGallery(daymark, { count: 1 })
    const card = await pictureOf(token)
    await opaqueWatermark(owner)
    await daymark.settle()
    expect((await owner.patch(`/api/shares/${link.id}`, { watermark: true })).status).toBe(200)
    const marked = await pictureOf(token)
    expect(marked).not.toBe(card)
    for (const path of [card, marked]) {
      const { status, bytes } = await daymark.visitor().get(path)
      expect([status, isRed(await middleOf(bytes))]).toEqual([200, true])
    }
  })
})

describe('the card of a link', () => {
  /** Three stripes in red, green and blue. */
  const stripes = async () => {
    const stripe = (background: string) =>
      sharp({ create: { width: 900, height: 900, channels: 3, background } })
        .png()
        .toBuffer()
    const [red, green, blue] = await Promise.all(['#f00', '#0f0', '#00f'].map(stripe))
    return sharp({ create: { width: 2700, height: 900, channels: 3, background: '#000' } })
      .composite([
        { input: red as Buffer, left: 0, top: 0 },
        { input: green as Buffer, left: 900, top: 0 },
        { input: blue as Buffer, left: 1800, top: 0 },
      ])
      .jpeg()
      .toBuffer()
  }
  /** Noise, which JPEG cannot compress. */
  const noise = () =>
    sharp({
      create: {
        width: 2600,
        height: 1800,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer()
  async function galleryOf(bytes: Buffer) {
    const owner = await daymark.createUser()
    const created = await owner.upload<http.Image>('/api/images', { name: 'a.jpg', bytes, type: 'image/jpeg' })
    const album = (await owner.post<http.Album>('/api/albums', { title: 'One' })).body
    await owner.post(`/api/albums/${album.id}/images`, { image_ids: [created.body.id] })
    await daymark.settle()
    const { token } = await createLink(owner, { album_id: album.id })
    return { owner, album, token, image: created.body }
  }
  const pixelsOf = async (path: string) => {
    const { bytes, headers } = await daymark.visitor().get(path)
    const { width, height, format } = await sharp(bytes).metadata()
    const { dominant } = await sharp(bytes).stats()
    return { size: [width, height], format, type: headers.get('content-type'), bytes: bytes.length, dominant }
  }

  it('S-PUB-01 is a JPEG of 1200 x 630 around the focal point of the cover', async () => {
    const { owner, album, token, image } = await galleryOf(await stripes())
    const first = await pictureOf(token)
    const middle = await pixelsOf(first)
    expect(middle).toMatchObject({ size: [1200, 630], format: 'jpeg', type: 'image/jpeg' })
    expect(middle.dominant.g).toBeGreaterThan(200)
    await owner.patch(`/api/albums/${album.id}`, { cover_image_id: image.id, cover_x: 100, cover_y: 50 })
    await daymark.settle()
    // changes of an album do not clear the cached links of the gateway, which expire after a moment
    await pollUntil(async () => expect(await pictureOf(token)).not.toBe(first))
    expect((await pixelsOf(await pictureOf(token))).dominant.b).toBeGreaterThan(200)
  })

  it('S-PUB-01 does not exist if all photos are too narrow, unless one was chosen', async () => {
    const create = { width: 6000, height: 300, channels: 3, background: '#0f0' } as const
    const { owner, album, token, image } = await galleryOf(await sharp({ create }).png().toBuffer())
    expect(await pictureOf(token)).toBe('none')
    await owner.patch(`/api/albums/${album.id}`, { cover_image_id: image.id })
    await pollUntil(async () => expect(await pictureOf(token)).not.toBe('none'))
  })

  it('S-PUB-01 has at most 300 kB, whatever the detail of the photo', async () => {
    const { token } = await galleryOf(await noise())
    const { bytes, size } = await pixelsOf(await pictureOf(token))
    expect(size).toEqual([1200, 630])
    expect(bytes).toBeLessThanOrEqual(300_000)
    expect(bytes).toBeGreaterThan(50_000)
  })

  describe('of a watermarked link', () => {
    const marked = async () => {
      const gallery = await galleryOf(await stripes())
      await opaqueWatermark(gallery.owner)
      const { token, id } = await createLink(gallery.owner, { album_id: gallery.album.id, watermark: true })
      return { ...gallery, plain: gallery.token, token, id }
    }
    const cardOf = async (token: string) => (await daymark.visitor().get(await pictureOf(token))).bytes
    /** Mean difference of two pictures within a rectangle. */
    const difference = async (one: Buffer, other: Buffer, at: Region) => {
      const cut = (bytes: Buffer) => sharp(bytes).extract(at).removeAlpha().raw().toBuffer()
      const [a, b] = await Promise.all([cut(one), cut(other)])
      return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
    }

    it('S-PUB-01 S-WMA-06 shows the watermark as in the landscape settings, and other links have the plain card', async () => {
      const { owner, token, plain } = await marked()
      await owner.patch(SETTINGS, { widthPercent: 25, landscapePosition: 'bottom-right', portraitPosition: 'top-left' })
      const [bare, bytes] = [await cardOf(plain), await cardOf(token)]
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
      // the watermark: 300 x 150 in the corner
      expect(await difference(bare, bytes, { left: 910, top: 490, width: 280, height: 130 })).toBeGreaterThan(100)
      for (const [left, top] of [
        [0, 0],
        [550, 285],
        [780, 560],
        [1090, 400],
      ] as const)
        // prettier-ignore
        expect(await difference(bare, bytes, { left, top, width: 100, height: 60 })).toBeLessThan(4)
    })

    it('S-WMA-08 has a new address when the settings change, and the earlier card is not served again', async () => {
      const { owner, token } = await marked()
      const before = await pictureOf(token)
      expect(isRed(await middleOf(await cardOf(token)))).toBe(true)
      await uploadLogo(owner, await logo('#0000ff'))
      expect(await pictureOf(token)).not.toBe(before)
      const [red, , blue] = await middleOf((await daymark.visitor().get(before)).bytes)
      expect([red < 60, blue > 200]).toEqual([true, true])
    })

    it('rule 40 without the watermark image the last card stays, and one that was not rendered answers 404', async () => {
      const { owner, album, token, image } = await marked()
      const card = await cardOf(token)
      await owner.delete(SETTINGS)
      expect((await cardOf(token)).equals(card)).toBe(true)
      await owner.patch(`/api/albums/${album.id}`, { cover_image_id: image.id, cover_x: 100, cover_y: 50 })
      await daymark.settle()
      const path = await pictureOf(token)
      await pollUntil(async () => expect((await daymark.visitor().get(path)).status).toBe(404))
    })

    it('S-PUB-01 is the same for concurrent requests, and the cover is preloaded as in a plain link', async () => {
      const { token, plain } = await marked()
      const path = await pictureOf(token)
      const answers = await Promise.all(Array.from({ length: 8 }, () => daymark.visitor().get(path)))
      expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString('base64')}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      const preloadOf = async (one: string) =>
        /<link rel="preload"[^>]*>/.exec((await pageOf(one)).html)?.[0].replaceAll(one, 'token')
      expect(await preloadOf(token)).toBe(await preloadOf(plain))
    })
  })
})
