import { randomUUID } from 'node:crypto'
import { anonymous, media, type ScaledSize } from '@daymark/contracts'
import sharp from 'sharp'
import { setUp } from '@daymark/testing'
import { Rendition } from '../src/service/variants/rendition.entity.ts'
import { DecoderPool } from '../src/service/pool/pool.ts'
import { startMedia, type Uploaded } from './media-services.ts'

const services = setUp(startMedia)

async function createPhoto(width: number, height: number): Promise<Uploaded> {
  const image = sharp({ create: { width, height, channels: 3, background: '#4a7' } })
  const photo = await services.store(
    await image
      .withExif({ IFD0: { Make: 'Canon' } })
      .jpeg()
      .toBuffer(),
    'jpg',
  )
  await services.publishUploaded(photo)
  await services.settle()
  return photo
}
const scale = (photos: Uploaded[], size: ScaledSize, ownerId = photos[0]?.ownerId ?? '') =>
  services.rpc.call(media.scalePhotos, { ownerId, photoIds: photos.map(({ photoId }) => photoId), size }, anonymous)

describe('sizes for downloads', () => {
  it.each([
    ['2048', 2048, 1024],
    ['1080', 1080, 540],
  ] as const)(
    'rule 39: a JPEG with a long edge of %s pixels has no metadata and is kept for the next request',
    async (size, ...edges) => {
      const photo = await createPhoto(3000, 1500)
      const { ready } = await scale([photo], size)
      const { rendition } = ready[0]!
      const body = await services.read(rendition.key)
      const { width, height, format, exif } = await sharp(body).metadata()
      expect([width, height, format, exif]).toEqual([...edges, 'jpeg', undefined])
      expect(rendition).toMatchObject({ width: edges[0], height: edges[1], size: body.length })
      expect((await scale([photo], size)).ready).toEqual(ready)
    },
  )

  it('are rendered once for concurrent requests', async () => {
    const photo = await createPhoto(2400, 1600)
    const run = services.get('media', DecoderPool).run.bind(services.get('media', DecoderPool))
    let jobs = 0
    services.get('media', DecoderPool).run = (...job) => (jobs++, run(...job))
    const answers = await Promise.all(Array.from({ length: 12 }, () => scale([photo], '2048')))
    services.get('media', DecoderPool).run = run
    expect(jobs).toBe(1)
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  })

  it('can only be requested for photos of the owner, and are removed with the photo', async () => {
    const photo = await createPhoto(2400, 1600)
    const missing = { code: 'photo_not_found' }
    await expect(scale([photo], '2048', randomUUID())).rejects.toMatchObject(missing)
    await scale([photo], '2048')
    await services.publishPurged(photo)
    await services.settle()
    expect((await services.keys()).filter(key => key.includes(photo.photoId))).toEqual([])
    await expect(scale([photo], '2048')).rejects.toMatchObject(missing)
    const row = await services.db('media').em.findOneByOrFail(Rendition, { photoId: photo.photoId })
    expect(row.variants).toBeNull()
  })
})
