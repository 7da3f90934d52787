import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { http } from '@daymark/contracts'
import { openDriver, toBuffer } from '@daymark/storage'
import { readFixture, withFixtures } from '@daymark/testing/outside'
import type { Visitor } from '@daymark/testing/outside'
import sharp from 'sharp'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { keysIn, replaceFile } from '../../support/replacement.ts'
import { mediaPath, createLink, createSharedGallery, unzip } from '../../support/shared-gallery.ts'
import { opaqueWatermark } from '../../support/watermark.ts'

const daymark = setUpDaymark({ env: UNLIMITED })

const publicPath = (token: string, more = '') => `/api/shares/public/${token}${more}`
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]

/** Polls like the page until all hashes are computed. */
async function manifestOf(visitor: Visitor, token: string, size = ''): Promise<http.GalleryManifest> {
  const address = publicPath(token, `/manifest${size && `?size=${size}`}`)
  for (;;) {
    const { status, body } = await visitor.get<http.GalleryManifest>(address)
    expect(status).toBe(200)
    expect(body.files).toHaveLength(body.ready < body.total ? 0 : body.total)
    if (body.ready === body.total) return body
    await daymark.settle()
  }
}
const entriesOf = ({ files }: http.GalleryManifest) => files.map(({ name, bytes, sha256: hash }) => [name, bytes, hash])
const hashed = (files: { name: string; bytes: Buffer }[]) =>
  files.map(({ name, bytes }) => [name, bytes.length, sha256(bytes)])

/** A picture with a GPS position, so that visitors get other bytes than the original. */
const pictureWithPosition = (n: number): Promise<Buffer> =>
  sharp({ create: { width: 300 + n, height: 200, channels: 3, background: '#469' } })
    .withExif({ IFD0: { Make: 'Canon' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()

async function galleryOf(owner: SignedInUser, files: { name: string; bytes: Buffer }[], share: object = {}) {
  const ids: string[] = []
  for (const file of files) {
    const { body } = await owner.upload<http.Image>('/api/images', { ...file, type: 'image/jpeg' })
    ids.push(body.id)
  }
  const album = (await owner.post<http.Album>('/api/albums', { title: 'Wedding' })).body
  await owner.post(`/api/albums/${album.id}/images`, { image_ids: ids })
  await daymark.settle()
  return { ids, album, link: await createLink(owner, { album_id: album.id, ...share }) }
}

withFixtures('a manifest and the downloaded bytes', () => {
  const FIXTURES = ['jpeg/gps-thompson-springs.jpg', 'jpeg/no-exif.jpg', 'png/exif-gps.png', 'heic/iphone7-12mp.heic']
  const SIZES = ['original', '2048', '1080']
  let owner: SignedInUser
  let gallery: Awaited<ReturnType<typeof galleryOf>>
  beforeAll(async () => {
    owner = await daymark.createUser({ tier: 'studio' })
    await opaqueWatermark(owner)
    const files = [...FIXTURES, 'raw-built/nikon-d70.nef', 'jpeg/no-exif.jpg'].map(path => ({
      name: basename(path),
      bytes: readFixture(path),
    }))
    gallery = await galleryOf(owner, files, { download_sizes: SIZES })
  })

  it.each([
    ['clean', false],
    ['watermarked', true],
  ])('rule 132 agree, for %s files in every size, in the ZIP and as single files', async (_, watermark) => {
    const { token } = await createLink(owner, { album_id: gallery.album.id, watermark, download_sizes: SIZES })
    const visitor = daymark.visitor()
    const { images } = (await visitor.get<http.PublicShare>(publicPath(token))).body
    for (const size of SIZES) {
      const manifest = await manifestOf(visitor, token, size)
      expect(manifest).toMatchObject({ title: 'Wedding', size })
      expect(manifest.files.map(({ image_id }) => image_id)).toEqual(images.map(({ id }) => id))
      const zip = unzip((await visitor.get(publicPath(token, `/download?size=${size}`))).bytes)
      expect(entriesOf(manifest)).toEqual(hashed(zip))
      for (const [i, { filename }] of images.entries()) {
        const address = mediaPath(token, filename, size === 'original' ? 'lg' : size)
        const { bytes } = await visitor.get(size === 'original' ? `${address}&download=1` : address)
        expect(sha256(bytes)).toBe(manifest.files[i]?.sha256)
      }
    }
  })

  it('rule 132 `sha256sum -c` accepts it for the unpacked ZIP and detects changed and missing files', async () => {
    const visitor = daymark.visitor()
    const { token } = gallery.link
    await manifestOf(visitor, token)
    const sums = await visitor.get(publicPath(token, '/sha256sums'))
    expect(sums.headers.get('content-disposition')).toContain('SHA256SUMS')
    const folder = mkdtempSync(join(tmpdir(), 'daymark-copy-'))
    const check = () => execFileSync('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd: folder, stdio: 'pipe' })
    try {
      writeFileSync(join(folder, 'SHA256SUMS'), sums.bytes)
      for (const { name, bytes } of unzip((await visitor.get(publicPath(token, '/download'))).bytes))
        writeFileSync(join(folder, name), bytes)
      expect(check().toString().trim().split('\n')).toHaveLength(6)
      writeFileSync(join(folder, 'no-exif (2).jpg'), 'other')
      rmSync(join(folder, 'exif-gps.png'))
      expect(check).toThrow(/exif-gps\.png|FAILED/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('rule 132 the API returns the same to the owner, even after the link ended', async () => {
    const client = await createIntegrator(owner, ['read'])
    const { link } = gallery
    const { files } = await manifestOf(daymark.visitor(), link.token)
    await owner.post(`/api/shares/${link.id}/revoke`)
    const answer = await client.get(`/v1/shares/${link.id}/manifest?size=original`)
    expect(answer.body).toEqual({
      title: 'Wedding',
      download_size: 'original',
      images: files.map(({ image_id: id, name, bytes: size, sha256: hash }) => ({
        id,
        filename: name,
        size,
        sha256: hash,
      })),
    })
    const etag = answer.headers.get('etag') ?? ''
    expect((await client.get(`/v1/shares/${link.id}/manifest`, { 'if-none-match': etag })).status).toBe(304)
    expect((await client.get(`/v1/shares/${link.id}/manifest?size=4000`)).status).toBe(400)
    const other = await createIntegrator(await daymark.createUser({ tier: 'studio' }), ['read'])
    expect((await other.get(`/v1/shares/${link.id}/manifest`)).status).toBe(404)
    await owner.post(`/api/shares/${link.id}/reinstate`)
  })
})

describe('hashes of files that differ from their originals', () => {
  it('rule 132 are computed on the first request, again after a replacement, and deleted with their photo', async () => {
    const owner = await daymark.createUser()
    const { ids, link } = await galleryOf(owner, [{ name: 'a.jpg', bytes: await pictureWithPosition(1) }])
    const visitor = daymark.visitor()
    const request = async (path: string) => (await visitor.get(publicPath(link.token, path))).body
    expect(await request('/manifest')).toMatchObject({ ready: 0, total: 1, files: [] })
    const before = await manifestOf(visitor, link.token)
    expect(await request('/manifest')).toEqual(before)
    await replaceFile(owner, ids[0] ?? '', { bytes: await pictureWithPosition(2) })
    await daymark.settle()
    expect(await request('/sha256sums')).toMatchObject({ code: 'archive_preparing', ready: 0, total: 1 })
    const after = await manifestOf(visitor, link.token)
    expect(after.files[0]?.sha256).not.toBe(before.files[0]?.sha256)
    expect(entriesOf(after)).toEqual(hashed(unzip((await visitor.get(publicPath(link.token, '/download'))).bytes)))
    const storedHashes = () => daymark.db('sharing').sql('SELECT sha256 FROM file_hashes WHERE photo_id = $1', [ids[0]])
    expect(await storedHashes()).toEqual([{ sha256: after.files[0]?.sha256 }])
    await owner.delete(`/api/images/${ids[0]}`)
    await daymark.settle()
    expect(await storedHashes()).toEqual([])
  })

  it('rule 132 are not computed for a corrupt file, which is read again later', async () => {
    const owner = await daymark.createUser()
    const before = await keysIn(daymark.storageDir)
    const { link } = await galleryOf(owner, [{ name: 'lost.jpg', bytes: await pictureWithPosition(3) }])
    const store = openDriver({ dir: daymark.storageDir })
    const key = (await keysIn(daymark.storageDir, before)).find(one => one.startsWith('originals/')) ?? ''
    const content = await toBuffer(await store.get(key))
    await store.remove([key])
    const visitor = daymark.visitor()
    expect((await manifestOf(visitor, link.token)).files).toMatchObject([{ name: 'lost.jpg', sha256: null }])
    const sums = await visitor.get(publicPath(link.token, '/sha256sums'))
    expect(sums.bytes.toString()).toBe('# cannot be read: lost.jpg\n')
    await store.put(key, content)
    await daymark.clock.advance(16 * 60_000)
    await manifestOf(visitor, link.token)
    await daymark.settle()
    expect(entriesOf(await manifestOf(visitor, link.token))).toEqual(
      hashed(unzip((await visitor.get(publicPath(link.token, '/download'))).bytes)),
    )
  })
})

describe('access to a manifest', () => {
  it('rule 133 requires the right to download: the password, an offered size and an active link', async () => {
    const { token, owner, link } = await createSharedGallery(daymark, { count: 1, share: { password: 'open sesame' } })
    const visitor = daymark.visitor()
    for (const path of ['/manifest', '/sha256sums']) {
      expect(code(await visitor.get(publicPath(token, path)))).toEqual([401, 'password_required'])
      expect((await visitor.get(publicPath('x'.repeat(22), path))).status).toBe(404)
    }
    await visitor.post(publicPath(token, '/unlock'), { password: 'open sesame' })
    expect((await manifestOf(visitor, token)).files).toHaveLength(1)
    expect(code(await visitor.get(publicPath(token, '/manifest?size=1080')))).toEqual([403, 'size_not_offered'])
    expect((await visitor.get(publicPath(token, '/manifest?size=4000'))).status).toBe(400)
    await owner.patch(`/api/shares/${link.id}`, { allow_downloads: false })
    expect(code(await visitor.get(publicPath(token, '/manifest')))).toEqual([403, 'downloads_off'])
    await owner.post(`/api/shares/${link.id}/revoke`)
    expect((await visitor.get(publicPath(token, '/sha256sums'))).status).toBe(410)
  })

  it('rule 133 with download limits it shows what this visitor has downloaded and counts nothing', async () => {
    const { token, images } = await createSharedGallery(daymark, { count: 3, share: { visitor_download_limit: 2 } })
    const visitor = daymark.visitor()
    const downloadedFlags = async () => (await manifestOf(visitor, token)).files.map(file => file.taken)
    expect(await downloadedFlags()).toEqual([false, false, false])
    await visitor.get(`${mediaPath(token, images[1]?.filename ?? '')}&download=1`)
    expect(await downloadedFlags()).toEqual([false, true, false])
    expect((await visitor.get<http.PublicDownloads>(publicPath(token, '/downloads'))).body.left).toBe(1)
    expect((await manifestOf(daymark.visitor(), token)).files.map(file => file.taken)).toEqual([false, false, false])
  })
})
