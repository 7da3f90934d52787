import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { createHash, randomUUID } from 'node:crypto'
import { photoProcessed, VARIANT_SIZES } from '@daymark/contracts'
import { readFixture, withFixtures, setUp } from '@daymark/testing'
import { DecoderPool } from '../src/service/pool/pool.ts'
import { variantKey, variantKeys } from '../src/service/files/object-keys.ts'
import { Rendition } from '../src/service/variants/rendition.entity.ts'
import { startMedia } from './media-services.ts'

const HOUR_MS = 3_600_000
const services = setUp(startMedia)
const row = (photoId: string) => services.db('media').em.findOneByOrFail(Rendition, { photoId })
const keysOf = async (photoId: string) => (await services.keys()).filter(key => key.includes(photoId))

withFixtures('processing', () => {
  it('L-MKT-05: an uploaded photo gets three variants, and its metadata is published once', async () => {
    const photo = await services.upload('heic/iphone7-12mp.heic')
    await services.publishUploaded(photo)
    await services.settle()
    const [event, ...more] = services.processed(photo)
    expect(more).toEqual([])
    expect(photoProcessed.data.parse(event)).toEqual(event)
    expect(event).toMatchObject({
      photoId: photo.photoId,
      ownerId: photo.ownerId,
      format: 'HEIC',
      mimeType: 'image/heic',
      width: 4032,
      height: 3024,
      orientation: 'landscape',
      takenAt: '2019-03-21T11:04:22.000Z',
      creationTool: '12.1.4',
      damaged: null,
      exif: { make: 'Apple', gps: { latitude: 41.2203 } },
      variants: {
        sm: { width: 480, height: 360 },
        md: { width: 1280, height: 960 },
        lg: { width: 2560, height: 1920 },
      },
    })
    const made = (['full', 'lg', 'md', 'sm'] as const).map(size => variantKey(photo.photoId, size))
    expect(await keysOf(photo.photoId)).toEqual(made)
    for (const variant of Object.values(event!.variants)) {
      const body = await services.read(variant.key)
      expect(variant).toMatchObject({ size: body.length, crc32: crc32(body) })
      expect(variant.sha256).toBe(createHash('sha256').update(body).digest('hex'))
    }
    expect(await row(photo.photoId)).toMatchObject({
      status: 'ready',
      width: 4032,
      height: 3024,
      variants: event!.variants,
    })
  })

  it('a damaged photo is shown with a message', async () => {
    const photo = await services.upload('bad/truncated.jpg')
    await services.publishUploaded(photo)
    await services.settle()
    expect(services.processed(photo)).toMatchObject([
      { damaged: 'The file is damaged. Parts of the photo may be missing.', width: 290, height: 442 },
    ])
  })

  it('rule 20: a photo that cannot be decoded fails with a reason, and its original stays', async () => {
    const photo = await services.upload('bad/fixture-corrupt.png')
    await services.publishUploaded(photo)
    await services.settle()
    expect(services.processed(photo)).toEqual([])
    expect(services.failed(photo)).toEqual([
      {
        photoId: photo.photoId,
        ownerId: photo.ownerId,
        reason: 'The file is damaged or cannot be displayed. The original is stored.',
      },
    ])
    expect(await keysOf(photo.photoId)).toEqual([])
    expect(await services.keys()).toContain(photo.objectKey)
    expect(await row(photo.photoId)).toMatchObject({ status: 'failed', variants: null })
  })

  it('a file that is not an image fails, even if it has the name of an image', async () => {
    const photo = await services.store(Buffer.from('<html><script>alert(1)</script>'), 'jpg')
    await services.publishUploaded(photo)
    await services.settle()
    expect(services.failed(photo)).toMatchObject([{ reason: 'The file is not a photo.' }])
  })

  it('a duplicate upload event is processed once', async () => {
    const photo = await services.upload('jpeg/no-exif.jpg')
    const id = randomUUID()
    await Promise.all([services.publishUploaded(photo, id), services.publishUploaded(photo, id)])
    await services.publishUploaded(photo)
    await services.settle()
    expect(services.processed(photo)).toHaveLength(1)
    expect(await keysOf(photo.photoId)).toHaveLength(3)
  })

  it('a failed photo can be processed again', async () => {
    const photo = await services.store(Buffer.from('no photo yet, but long enough'), 'jpg')
    await services.publishUploaded(photo)
    await services.settle()
    expect(services.failed(photo)).toHaveLength(1)
    await services.storage.put(photo.objectKey, readFixture('jpeg/no-exif.jpg'))
    await services.publishUploaded(photo)
    await services.settle()
    expect(services.processed(photo)).toHaveLength(1)
    expect(await row(photo.photoId)).toMatchObject({ status: 'ready' })
  })

  it('a photo is retried if its decoding process is killed', async () => {
    const photos = await Promise.all(Array.from({ length: 6 }, () => services.upload('jpeg/gps-empty.jpg')))
    const done = Promise.all(photos.map(photo => services.publishUploaded(photo)))
    const pool = services.get('media', DecoderPool)
    while (pool.pids.length < 2) await new Promise(resolve => setImmediate(resolve))
    const killed = pool.pids
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    await done
    await services.settle()
    for (const photo of photos) expect([services.processed(photo).length, services.failed(photo)]).toEqual([1, []])
    expect(pool.pids.filter(pid => killed.includes(pid))).toEqual([])
  })

  it('no temporary file remains', async () => {
    await services.settle()
    const own = readdirSync(services.workDir).find(name => name !== 'jail')
    expect(readdirSync(join(services.workDir, own ?? ''))).toEqual([])
  })
})

withFixtures('removal', () => {
  it('rule 25: no object of a purged photo remains, even if the event is delivered again', async () => {
    const photo = await services.upload('jpeg/no-exif.jpg')
    await services.publishUploaded(photo)
    await services.settle()
    await services.publishPurged(photo)
    await services.publishPurged(photo)
    await services.settle()
    expect(await keysOf(photo.photoId)).toEqual([])
    expect(await services.keys()).not.toContain(photo.objectKey)
    expect(await row(photo.photoId)).toMatchObject({ status: 'removed', variants: null })
  })

  it('a photo purged before it was processed is not processed', async () => {
    const photo = await services.upload('jpeg/no-exif.jpg')
    await services.publishPurged(photo)
    await services.publishUploaded(photo)
    await services.settle()
    expect([...services.processed(photo), ...services.failed(photo)]).toEqual([])
    expect(await keysOf(photo.photoId)).toEqual([])
  })

  it('no object remains after concurrent removal and processing of 20 photos, in either order', async () => {
    const photos = await Promise.all(Array.from({ length: 20 }, () => services.upload('jpeg/Canon_EOS_7D.jpg')))
    await Promise.all(
      photos.map(async (photo, index) => {
        const processing = services.publishUploaded(photo)
        for (let turns = index * 40; turns > 0; turns--) await new Promise(resolve => setImmediate(resolve))
        await services.publishPurged(photo)
        await processing
      }),
    )
    await services.settle()
    const left = await services.keys()
    for (const photo of photos) {
      expect(left.filter(key => key === photo.objectKey || key.includes(photo.photoId))).toEqual([])
      expect(await row(photo.photoId)).toMatchObject({ status: 'removed' })
      expect(services.failed(photo)).toEqual([])
    }
  })
})

withFixtures('the visitor file in the event', () => {
  it.each([
    [
      'rule 38: consists of patches for a JPEG with a GPS position',
      'jpeg/gps-thompson-springs.jpg',
      expect.objectContaining({ kind: 'patched' }),
    ],
    [
      'rule 39: has no patches for a picture without metadata',
      'jpeg/no-exif.jpg',
      expect.objectContaining({ patches: [] }),
    ],
    ['rule 38: is missing for a file whose structure cannot be read', 'tiff/bigtiff.tif', undefined],
    [
      'rule 39: is missing for a RAW file that is no larger than the large variant',
      'raw-built/sony-zv-e10.arw',
      undefined,
    ],
  ])('%s', async (_what, file, visitor) => {
    const photo = await services.upload(file)
    await services.publishUploaded(photo)
    await services.settle()
    const [event] = services.processed(photo)
    expect(photoProcessed.data.parse(event)).toEqual(event)
    expect(event?.visitor).toEqual(visitor)
    expect(await keysOf(photo.photoId)).toHaveLength(3)
  })
})

withFixtures('sweep', () => {
  it('removes only old variants without a photo', async () => {
    const kept = await services.upload('jpeg/no-exif.jpg')
    await services.publishUploaded(kept)
    await services.settle()
    const [unknown, removed, strange] = [randomUUID(), await services.upload('jpeg/no-exif.jpg'), 'variants/readme.txt']
    await services.publishPurged(removed)
    await services.settle()
    const orphans = [...variantKeys(unknown), ...variantKeys(removed.photoId)]
    for (const key of [...orphans, strange]) await services.storage.put(key, Buffer.from('x'))
    await services.sweep()
    expect(await services.keys()).toEqual(expect.arrayContaining(orphans))
    services.clock.advance(2 * HOUR_MS)
    await services.sweep()
    expect(await services.keys()).toEqual(expect.arrayContaining(orphans))
    services.clock.advance(7 * 24 * HOUR_MS)
    await services.sweep()
    const left = await services.keys()
    for (const key of orphans) expect(left).not.toContain(key)
    const variants = VARIANT_SIZES.map(size => variantKey(kept.photoId, size))
    expect(left).toEqual(expect.arrayContaining([...variants, kept.objectKey, strange]))
    await services.storage.remove([strange])
  })

  it('deletes tombstones after a month, when no event can refer to them any more', async () => {
    const photo = await services.upload('jpeg/no-exif.jpg')
    await services.publishPurged(photo)
    await services.settle()
    services.clock.advance(29 * 24 * HOUR_MS)
    await services.sweep()
    expect(await row(photo.photoId)).toMatchObject({ status: 'removed' })
    services.clock.advance(2 * 24 * HOUR_MS)
    await services.sweep()
    await expect(row(photo.photoId)).rejects.toThrow()
  })
})
