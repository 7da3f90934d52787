import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import sharp from 'sharp'
import { setUpDaymark } from '../../support/daymark.ts'
import { middleOf, opaqueWatermark } from '../../support/watermark.ts'
import { mediaPath, createLink, createSharedGallery, unzip } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()

const downloads = (token: string) => `/api/shares/public/${token}/downloads`
const zip = (token: string, query = '') => `/api/shares/public/${token}/download${query}`
const names = (bytes: Buffer) => unzip(bytes).map(({ name }) => name)
const ids = (images: http.Image[]) => images.map(({ id }) => id)

/** Polls like the page until everything is ready. */
async function preparedStatement(visitor: Visitor, token: string, body: object): Promise<http.PreparedDownload> {
  for (;;) {
    const answer = await visitor.post<http.PreparedDownload>(downloads(token), { ...body })
    expect(answer.status).toBe(200)
    if (answer.body.ready === answer.body.total) return answer.body
  }
}
const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]

describe('a selection of photos', () => {
  it('S-SHARE-14 is a ZIP of these photos with their names and a Content-Length', async () => {
    const { token, images, originals } = await createSharedGallery(daymark, { count: 3 })
    const visitor = daymark.visitor()
    const image_ids = ids(images).filter((_, i) => i !== 1)
    const { url, bytes, total } = await preparedStatement(visitor, token, { image_ids })
    expect(total).toBe(2)
    const answer = await visitor.get(url)
    expect(answer.headers.get('content-length')).toBe(String(bytes))
    expect(unzip(answer.bytes)).toEqual([
      { name: 'Beach 0.JPG', bytes: originals[0] },
      { name: 'Beach 2.JPG', bytes: originals[2] },
    ])
  })

  it('S-SHARE-14 can be resumed byte for byte, but not after a change of the gallery', async () => {
    const { token, images, owner, album } = await createSharedGallery(daymark, { count: 3 })
    const visitor = daymark.visitor()
    const { url } = await preparedStatement(visitor, token, { image_ids: ids(images).slice(1) })
    const whole = await visitor.get(url)
    const ifRange = { 'if-range': whole.headers.get('etag') ?? '' }
    const remaining = await visitor.get(url, { range: 'bytes=100-', ...ifRange })
    expect(remaining.status).toBe(206)
    expect(remaining.bytes.equals(whole.bytes.subarray(100))).toBe(true)
    await owner.delete(`/api/albums/${album.id}/images/${images[0]?.id}`)
    await daymark.settle()
    expect(code(await visitor.get(url, { range: 'bytes=100-', ...ifRange }))).toEqual([409, 'conflict'])
  })

  it('S-SHARE-15 S-SHARE-21 has the access rules of the album: unknown, foreign, forbidden, revoked', async () => {
    const { token, images, owner, link } = await createSharedGallery(daymark, { count: 2 })
    const other = await createSharedGallery(daymark, { count: 1 })
    const visitor = daymark.visitor()
    const request = (body: object) => visitor.post(downloads(token), { ...body })
    for (const image_ids of [[other.image.id], [images[0]?.id, other.image.id], ['x']])
      expect(code(await request({ image_ids }))).toEqual([404, 'photo_not_found'])
    expect((await request({ image_ids: [] })).status).toBe(400)
    const { url } = await preparedStatement(visitor, token, { image_ids: [images[0]?.id] })
    await owner.patch(`/api/shares/${link.id}`, { allow_downloads: false })
    expect(code(await request({}))).toEqual([403, 'downloads_off'])
    expect(code(await visitor.get(url))).toEqual([403, 'downloads_off'])
    await owner.post(`/api/shares/${link.id}/revoke`)
    expect((await request({})).status).toBe(410)
    expect((await visitor.get(url)).status).toBe(410)
    expect((await visitor.post(downloads('x'.repeat(22)), {})).status).toBe(404)
  })
})

describe('the sizes of a link', () => {
  it('S-SHARE-05 are the original by default, and at least one is required', async () => {
    const { link, owner } = await createSharedGallery(daymark, { count: 0 })
    expect(link).toMatchObject({ download_sizes: ['original'], download_limit: null, visitor_download_limit: null })
    const change = (body: object) => owner.patch<http.Share>(`/api/shares/${link.id}`, { ...body })
    expect((await change({ download_sizes: ['2048', '1080'] })).body.download_sizes).toEqual(['2048', '1080'])
    for (const wrong of [{ download_sizes: [] }, { download_sizes: ['4000'] }, { download_limit: 0 }])
      expect((await change(wrong)).status).toBe(400)
  })

  it('S-SHARE-14 rule 39 apply to single photos and the ZIP in 2048 and 1080 pixels; other sizes are refused', async () => {
    const share = { download_sizes: ['2048', '1080'] }
    const { token, images } = await createSharedGallery(daymark, { count: 1, noise: true, share })
    const visitor = daymark.visitor()
    const { filename } = images[0] as http.Image
    for (const size of ['2048', '1080']) {
      const single = await visitor.get(mediaPath(token, filename, size))
      expect(single.headers.get('content-disposition')).toMatch(/^attachment;.*Beach 0\.JPG/)
      expect(await sharp(single.bytes).metadata()).toMatchObject({ format: 'jpeg', width: Number(size) })
      const { url, bytes } = await preparedStatement(visitor, token, { size })
      const answer = await visitor.get(url)
      expect(answer.bytes.length).toBe(bytes)
      expect(unzip(answer.bytes)).toEqual([{ name: 'Beach 0.JPG', bytes: single.bytes }])
    }
    // without a size or with the old query: the largest size offered
    const fullSize = await visitor.get(`${mediaPath(token, filename)}&download=1`)
    expect(await sharp(fullSize.bytes).metadata()).toMatchObject({ width: 2048 })
    expect(names((await visitor.get(zip(token))).bytes)).toEqual(['Beach 0.JPG'])
    expect(code(await visitor.get(zip(token, '?size=original')))).toEqual([403, 'size_not_offered'])
    expect((await visitor.get(zip(token, '?size=4000'))).status).toBe(400)
  })

  it('rule 40 have the watermark of a watermarked link, in single downloads and the ZIP', async () => {
    const owner = await daymark.createUser({ tier: 'professional' })
    await opaqueWatermark(owner)
    const share = { watermark: true, download_sizes: ['original', '2048', '1080'] }
    const { token, image } = await createSharedGallery(daymark, { owner, count: 1, noise: true, share })
    const visitor = daymark.visitor()
    for (const size of ['2048', '1080']) {
      const single = await visitor.get(mediaPath(token, image.filename, size))
      expect(await sharp(single.bytes).metadata()).toMatchObject({ format: 'jpeg', width: Number(size) })
      const [red, green, blue] = await middleOf(single.bytes)
      expect([red > 200, green < 60, blue < 60]).toEqual([true, true, true])
      const { url } = await preparedStatement(visitor, token, { size })
      expect(unzip((await visitor.get(url)).bytes)).toEqual([{ name: 'Beach 0.JPG', bytes: single.bytes }])
    }
    const full = await visitor.get(`${mediaPath(token, image.filename)}&download=1`)
    expect(await sharp(full.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2400 })
    expect((await middleOf(full.bytes))[0]).toBeGreaterThan(200)
  })

  it('rule 39 are never larger than the photo and require the download permission', async () => {
    const { token, image, owner, link } = await createSharedGallery(daymark, {
      count: 1,
      share: { download_sizes: ['1080'] },
    })
    const small = await daymark.visitor().get(mediaPath(token, image.filename, '1080'))
    expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 320 })
    await owner.patch(`/api/shares/${link.id}`, { allow_downloads: false })
    expect((await daymark.visitor().get(mediaPath(token, image.filename, '1080'))).status).toBe(403)
  })
})

describe('download limits', () => {
  const left = async (visitor: Visitor, token: string) =>
    (await visitor.get<http.PublicDownloads>(downloads(token))).body.left

  it('per visitor allow repeated downloads and refuse more, with the remaining number', async () => {
    const { token, images, owner } = await createSharedGallery(daymark, {
      count: 3,
      share: { visitor_download_limit: 2 },
    })
    const visitor = daymark.visitor()
    await visitor.get(`/api/shares/public/${token}`)
    expect(await left(visitor, token)).toBe(2)
    const address = `${mediaPath(token, images[0]?.filename ?? '')}&download=1`
    expect((await visitor.send('HEAD', address)).status).toBe(200)
    expect(await left(visitor, token)).toBe(2)
    for (let again = 0; again < 3; again++) expect((await visitor.get(address)).status).toBe(200)
    expect(await left(visitor, token)).toBe(1)
    const refused = await visitor.get<http.ErrorAnswer>(zip(token))
    expect(code(refused)).toEqual([403, 'download_limit'])
    expect(refused.body.message).toBe('You may download 2 photos of this gallery. You have 1 left.')
    expect(code(await visitor.post(downloads(token), {}))).toEqual([403, 'download_limit'])
    const { url } = await preparedStatement(visitor, token, { image_ids: ids(images).slice(0, 2) })
    expect(names((await visitor.get(url)).bytes)).toEqual(['Beach 0.JPG', 'Beach 1.JPG'])
    expect(await left(daymark.visitor(), token)).toBe(2)
    expect((await owner.get(zip(token))).status).toBe(200)
  })

  it('per link apply to all visitors together and are shown to the owner', async () => {
    const { token, owner, album } = await createSharedGallery(daymark, { count: 2, share: { download_limit: 5 } })
    const answers = await Promise.all(Array.from({ length: 6 }, () => daymark.visitor().get(zip(token))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 403, 403, 403, 403])
    const [share] = (await owner.get<http.Share[]>(`/api/shares?album_id=${album.id}`)).body
    expect(share).toMatchObject({ download_limit: 5, download_count: 4 })
    const refused = await daymark.visitor().get<http.ErrorAnswer>(zip(token))
    expect(refused.body.message).toBe('Only 1 photo more may be downloaded from this gallery.')
  })

  it('of one link do not affect another', async () => {
    const { token, owner, album } = await createSharedGallery(daymark, { count: 1, share: { download_limit: 1 } })
    const free = await createLink(owner, { album_id: album.id })
    const visitor = daymark.visitor()
    await visitor.get(zip(token))
    expect(code(await daymark.visitor().get(zip(token)))).toEqual([403, 'download_limit'])
    expect((await visitor.get(zip(free.token))).status).toBe(200)
    expect(await left(visitor, free.token)).toBeNull()
  })
})
