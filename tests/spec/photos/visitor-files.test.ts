import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { http } from '@daymark/contracts'
import { fixture, readFixture, withFixtures } from '@daymark/testing/outside'
import exifr from 'exifr'
import sharp from 'sharp'
import { setUpDaymark } from '../../support/daymark.ts'
import { mediaPath, createLink, unzip } from '../../support/shared-gallery.ts'

withFixtures('downloads of visitors', () => {
  const daymark = setUpDaymark()

  async function shared(...files: string[]) {
    const owner = await daymark.createUser()
    const ids: string[] = []
    for (const file of files) ids.push((await owner.upload<http.Image>('/api/images', fixture(file))).body.id)
    const album_id = (await owner.post<http.Album>('/api/albums', { title: 'Places' })).body.id
    await owner.post(`/api/albums/${album_id}/images`, { image_ids: ids })
    await daymark.settle()
    const { token } = await createLink(owner, { album_id })
    const images = (await owner.get<http.AlbumDetail>(`/api/albums/${album_id}`)).body.images
    const visitor = daymark.visitor()
    const download = (at: number, headers?: Record<string, string>) =>
      visitor.get(`${mediaPath(token, images[at]?.filename ?? '')}&download=1`, headers)
    return { owner, visitor, token, images, download }
  }
  /** Position and serial numbers that ExifTool reads. */
  const secrets = async (bytes: Buffer) => {
    const { exif } = await sharp(bytes).metadata()
    const tags: Record<string, unknown> = exif ? await exifr.parse(exif.subarray(6), true) : {}
    return Object.keys(tags ?? {}).filter(name => /gps|latitude|longitude|serial|makernote/i.test(name))
  }

  it('rules 38 39 L-MEDIA-06 have the length and pixels of the original but no position; the owner’s files are unchanged', async () => {
    const file = 'jpeg/pixel-gps-12mp.jpg'
    const original = readFixture(file)
    expect(await secrets(original)).toEqual(expect.arrayContaining(['GPSLatitude', 'GPSLongitude', 'latitude']))
    const { owner, images, download, visitor, token } = await shared(file)
    const { bytes, headers } = await download(0)
    expect(bytes).toHaveLength(original.length)
    expect(headers.get('content-length')).toBe(String(original.length))
    expect(headers.get('content-disposition')).toContain('pixel-gps-12mp.jpg')
    expect(await secrets(bytes)).toEqual([])
    const pixels = (content: Buffer) => sharp(content).raw().toBuffer()
    expect((await pixels(bytes)).equals(await pixels(original))).toBe(true)
    expect(unzip((await visitor.get(`/api/shares/public/${token}/download`)).bytes)).toEqual([
      { name: 'pixel-gps-12mp.jpg', bytes },
    ])
    const own = await owner.get(`/media/originals/${images[0]?.filename}`)
    expect(own.bytes.equals(original)).toBe(true)
    expect((await owner.get<http.Image>(`/api/images/${images[0]?.id}`)).body.exif_data).toHaveProperty('gps')
  })

  it('rule 38 S-SHARE-14 the ZIP passes unzip -t, and its ranges match the whole', async () => {
    const files = ['jpeg/Canon_EOS_7D.jpg', 'png/exif-gps.png', 'webp/iphone-gps.webp', 'tiff/prophoto-iptc-xmp.tif']
    const { visitor, token } = await shared(...files)
    const path = `/api/shares/public/${token}/download`
    const { bytes } = await visitor.get(path)
    const folder = mkdtempSync(join(tmpdir(), 'daymark-spec-'))
    writeFileSync(join(folder, 'album.zip'), bytes)
    const { status, stdout } = spawnSync('unzip', ['-t', join(folder, 'album.zip')], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect([status, stdout]).toEqual([0, expect.stringContaining('No errors detected')])
    const members = unzip(bytes)
    expect(members.map(member => member.bytes.length)).toEqual(files.map(file => readFixture(file).length))
    for (const member of members) expect([member.name, await secrets(member.bytes)]).toEqual([member.name, []])
    const part = await visitor.get(path, { range: 'bytes=50-4000' })
    expect(part.bytes.equals(bytes.subarray(50, 4001))).toBe(true)
  })

  it.each([
    ['heic/iphone7-12mp.heic', 4032, 3024],
    ['heic/samsung-s24fe.heic', 1848, 4000],
    ['raw-built/nikon-d70.nef', 3008, 2000],
    ['raw-built/nikon-d70-rot90.nef', 2000, 3008],
  ])(
    'rule 39 L-MEDIA-06 S-SHARE-14 %s is downloaded as an upright full-size JPEG, which does not count as storage',
    async (file, width, height) => {
      const { owner, download, visitor, token } = await shared(file)
      const { bytes, headers } = await download(0)
      const name = basename(file).replace(/\.\w+$/, '.jpg')
      expect(headers.get('content-type')).toBe('image/jpeg')
      expect(headers.get('content-disposition')).toContain(name)
      const facts = await sharp(bytes).metadata()
      expect(facts).toMatchObject({ format: 'jpeg', width, height, space: 'srgb' })
      expect(await secrets(bytes)).toEqual([])
      expect([facts.xmp, facts.iptc, facts.icc, facts.orientation]).toEqual(Array(4).fill(undefined))
      expect(unzip((await visitor.get(`/api/shares/public/${token}/download`)).bytes)).toEqual([{ name, bytes }])
      const { body } = await owner.get<http.AccountAnalytics>('/api/analytics')
      const { originals, small, medium, large } = body.breakdown
      expect(originals).toBe(readFixture(file).length)
      expect(body.totalStorage).toBe(originals + small + medium + large)
      expect(large).toBeLessThan(bytes.length)
    },
  )
})
