import { http } from '@daymark/contracts'
import { s3Settings, type TestS3, testS3 } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { waitUntilHealthy } from '../../support/waiting.ts'
import { linkPaths, createSharedGallery, statuses, stem, unzip } from '../../support/shared-gallery.ts'

const s3: TestS3 | undefined = await testS3()
if (!s3) console.warn('D-CARD-09: the product on S3 was not tested, no S3 server could be installed')
const describeS3 = s3 ? describe : describe.skip

describeS3('D-CARD-09 the product on an S3 server', () => {
  const daymark = setUpDaymark({ env: s3Settings(s3?.endpoint) })
  afterAll(() => s3?.stop())

  it('L-MKT-02 L-MKT-04 L-MKT-05 S-SHARE-14 upload, variants, originals, gallery and ZIP work as with a folder', async () => {
    const { owner, token, image, originals } = await createSharedGallery(daymark, { count: 2, noise: true })
    for (const size of ['sm', 'md', 'lg']) {
      const { status, headers } = await owner.get(`/media/variants/${size}/${stem(image.filename)}.jpg`)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    }
    const original = (await owner.get(`/media/originals/${image.filename}`)).bytes
    expect(original.length).toBeGreaterThan(8 * 1024 * 1024)
    expect(original.equals(originals[0] ?? Buffer.alloc(0))).toBe(true)
    const part = await owner.get(`/media/originals/${image.filename}`, { range: 'bytes=1000-1999' })
    expect([part.status, part.bytes.equals(original.subarray(1000, 2000))]).toEqual([206, true])
    const zip = await daymark.visitor().get(`/api/shares/public/${token}/download`)
    expect(unzip(zip.bytes).map((file, i) => file.bytes.equals(originals[i] ?? Buffer.alloc(0)))).toEqual([true, true])
    expect(zip.headers.get('content-length')).toBe(String(zip.bytes.length))
  })

  it('L-API-06 is ready once the store answers', async () => {
    expect(await waitUntilHealthy(daymark.visitor(), '/readyz')).toMatchObject({ ok: true })
  })

  it('L-API-15 S-SHARE-07 deleted and revoked content is not available any more', async () => {
    const { owner, token, link, image } = await createSharedGallery(daymark, { count: 1 })
    const addresses = linkPaths(token, image.filename)
    expect(await statuses(daymark.visitor(), addresses)).toEqual(addresses.map(() => 200))
    await owner.post(`/api/shares/${link.id}/revoke`)
    expect(await statuses(daymark.visitor(), addresses)).toEqual(addresses.map(() => 410))
    await owner.delete(`/api/images/${image.id}`)
    expect((await owner.get(image.url)).status).toBe(404)
    const refused = await owner.upload<http.ErrorAnswer>('/api/images', { name: 'a.svg', bytes: Buffer.from('<svg/>') })
    expect([refused.status, refused.body.code]).toEqual([415, 'unsupported_file'])
  })
})
