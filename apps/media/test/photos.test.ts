import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { createHash, randomUUID } from 'node:crypto'
import { photoProcessed, VARIANT_SIZES } from '@daymark/contracts'
import { readFixture, withFixtures } from '@daymark/testing'
import { Pool } from '../src/service/pool/pool.ts'
import { variantKey, variantKeys } from '../src/service/variants/object-keys.ts'
import { Rendition } from '../src/service/variants/rendition.entity.ts'
import { startMedia, type MediaWorld } from './media-world.ts'

const HOUR = 3_600_000
let world: MediaWorld
beforeAll(async () => void (world = await startMedia()))
afterAll(() => world.stop())
const row = (photoId: string) => world.db('media').em.findOneByOrFail(Rendition, { photoId })
const keysOf = async (photoId: string) => (await world.keys()).filter(key => key.includes(photoId))

withFixtures('processing', () => {
  it('L-MKT-05 an uploaded photo gets three variants, and what is known of it is published once', async () => {
    const photo = await world.upload('heic/iphone7-12mp.heic')
    await world.publishUploaded(photo)
    await world.settle()
    const [event, ...more] = world.processed(photo)
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
      const body = await world.read(variant.key)
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

  it('L-FMT-09 a RAW file is named by its kind', async () => {
    const photo = await world.upload('raw-built/nikon-d70-rot90.nef')
    await world.publishUploaded(photo)
    await world.settle()
    expect(world.processed(photo)).toMatchObject([
      { format: 'NEF', mimeType: 'image/x-nikon-nef', width: 2000, height: 3008, orientation: 'portrait' },
    ])
  })

  it('a damaged photo is shown, with a sentence about it', async () => {
    const photo = await world.upload('bad/truncated.jpg')
    await world.publishUploaded(photo)
    await world.settle()
    expect(world.processed(photo)).toMatchObject([
      { damaged: 'The file is damaged; parts of the picture may be missing.', width: 290, height: 442 },
    ])
  })

  it('rule 20 a photo nothing can decode fails with a sentence, and the original stays', async () => {
    const photo = await world.upload('bad/fixture-corrupt.png')
    await world.publishUploaded(photo)
    await world.settle()
    expect(world.processed(photo)).toEqual([])
    expect(world.failed(photo)).toEqual([
      {
        photoId: photo.photoId,
        ownerId: photo.ownerId,
        reason: 'The file is damaged or of a kind that cannot be shown. The original is kept.',
      },
    ])
    expect(await keysOf(photo.photoId)).toEqual([])
    expect(await world.keys()).toContain(photo.objectKey)
    expect(await row(photo.photoId)).toMatchObject({ status: 'failed', variants: null })
  })

  it('what is no image fails, whatever it is called', async () => {
    const photo = await world.store(Buffer.from('<html><script>alert(1)</script>'), 'jpg')
    await world.publishUploaded(photo)
    await world.settle()
    expect(world.failed(photo)).toMatchObject([{ reason: 'The file is not a photo.' }])
  })

  it('the same upload announced twice is processed once; another event about it changes nothing', async () => {
    const photo = await world.upload('jpeg/no-exif.jpg')
    const id = randomUUID()
    await Promise.all([world.publishUploaded(photo, id), world.publishUploaded(photo, id)])
    await world.publishUploaded(photo)
    await world.settle()
    expect(world.processed(photo)).toHaveLength(1)
    expect(await keysOf(photo.photoId)).toHaveLength(3)
  })

  it('a photo that failed can be tried again', async () => {
    const photo = await world.store(Buffer.from('no photo yet, but long enough'), 'jpg')
    await world.publishUploaded(photo)
    await world.settle()
    expect(world.failed(photo)).toHaveLength(1)
    await world.storage.put(photo.objectKey, readFixture('jpeg/no-exif.jpg'))
    await world.publishUploaded(photo)
    await world.settle()
    expect(world.processed(photo)).toHaveLength(1)
    expect(await row(photo.photoId)).toMatchObject({ status: 'ready' })
  })

  it('decoding processes that are killed cost a second try, not a photo', async () => {
    const photos = await Promise.all(Array.from({ length: 6 }, () => world.upload('jpeg/gps-empty.jpg')))
    const done = Promise.all(photos.map(photo => world.publishUploaded(photo)))
    const pool = world.get('media', Pool)
    while (pool.pids.length < 2) await new Promise(resolve => setImmediate(resolve))
    const killed = pool.pids
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    await done
    await world.settle()
    for (const photo of photos) expect([world.processed(photo).length, world.failed(photo)]).toEqual([1, []])
    expect(pool.pids.filter(pid => killed.includes(pid))).toEqual([])
  })

  it('no work file is left', async () => {
    await world.settle()
    const own = readdirSync(world.workDir).find(name => name !== 'jail')
    expect(readdirSync(join(world.workDir, own ?? ''))).toEqual([])
  })
})

withFixtures('removal', () => {
  it('rule 25 a purged photo leaves no object, however often that is announced', async () => {
    const photo = await world.upload('jpeg/no-exif.jpg')
    await world.publishUploaded(photo)
    await world.settle()
    await world.publishPurged(photo)
    await world.publishPurged(photo)
    await world.settle()
    expect(await keysOf(photo.photoId)).toEqual([])
    expect(await world.keys()).not.toContain(photo.objectKey)
    expect(await row(photo.photoId)).toMatchObject({ status: 'removed', variants: null })
  })

  it('a photo purged before it was processed is not processed', async () => {
    const photo = await world.upload('jpeg/no-exif.jpg')
    await world.publishPurged(photo)
    await world.publishUploaded(photo)
    await world.settle()
    expect([...world.processed(photo), ...world.failed(photo)]).toEqual([])
    expect(await keysOf(photo.photoId)).toEqual([])
  })

  it('removal and processing that cross leave nothing, whichever is first: 20 photos', async () => {
    const photos = await Promise.all(Array.from({ length: 20 }, () => world.upload('jpeg/Canon_EOS_7D.jpg')))
    await Promise.all(
      photos.map(async (photo, index) => {
        const processing = world.publishUploaded(photo)
        for (let turns = index * 40; turns > 0; turns--) await new Promise(resolve => setImmediate(resolve))
        await world.publishPurged(photo)
        await processing
      }),
    )
    await world.settle()
    const left = await world.keys()
    for (const photo of photos) {
      expect(left.filter(key => key === photo.objectKey || key.includes(photo.photoId))).toEqual([])
      expect(await row(photo.photoId)).toMatchObject({ status: 'removed' })
      expect(world.failed(photo)).toEqual([])
    }
  })
})

withFixtures('what visitors download', () => {
  it('rule 39 a HEIC has a full-size JPEG more, which goes with it', async () => {
    const photo = await world.upload('heic/samsung-s24fe.heic')
    await world.publishUploaded(photo)
    await world.settle()
    const [event] = world.processed(photo)
    if (event?.visitor?.kind !== 'full') throw new Error(JSON.stringify(event?.visitor))
    const { key, size, ...facts } = event.visitor.rendition
    const body = await world.read(key)
    const sha256 = createHash('sha256').update(body).digest('hex')
    expect([size, facts]).toEqual([body.length, { width: 1848, height: 4000, sha256, crc32: crc32(body) }])
    await world.publishPurged(photo)
    await world.settle()
    expect(await keysOf(photo.photoId)).toEqual([])
  })

  it.each([
    [
      'rule 38 patches of a JPEG with a position',
      'jpeg/gps-thompson-springs.jpg',
      expect.objectContaining({ kind: 'patched' }),
    ],
    [
      'rule 39 nothing to do for a picture without metadata',
      'jpeg/no-exif.jpg',
      expect.objectContaining({ patches: [] }),
    ],
    ['rule 38 nothing of a file that cannot be understood', 'tiff/bigtiff.tif', undefined],
    ['rule 39 nothing of a RAW file that is no larger than the large variant', 'raw-built/sony-zv-e10.arw', undefined],
  ])('%s is published', async (_what, file, visitor) => {
    const photo = await world.upload(file)
    await world.publishUploaded(photo)
    await world.settle()
    const [event] = world.processed(photo)
    expect(photoProcessed.data.parse(event)).toEqual(event)
    expect(event?.visitor).toEqual(visitor)
    expect(await keysOf(photo.photoId)).toHaveLength(3)
  })
})

withFixtures('sweep', () => {
  it('takes variants nobody knows once they are old, and nothing else', async () => {
    const kept = await world.upload('jpeg/no-exif.jpg')
    await world.publishUploaded(kept)
    await world.settle()
    const [unknown, removed, strange] = [randomUUID(), await world.upload('jpeg/no-exif.jpg'), 'variants/readme.txt']
    await world.publishPurged(removed)
    await world.settle()
    const orphans = [...variantKeys(unknown), ...variantKeys(removed.photoId)]
    for (const key of [...orphans, strange]) await world.storage.put(key, Buffer.from('x'))
    await world.sweep()
    expect(await world.keys()).toEqual(expect.arrayContaining(orphans))
    world.clock.advance(2 * HOUR)
    await world.sweep()
    expect(await world.keys()).toEqual(expect.arrayContaining(orphans))
    world.clock.advance(7 * 24 * HOUR)
    await world.sweep()
    const left = await world.keys()
    for (const key of orphans) expect(left).not.toContain(key)
    const variants = VARIANT_SIZES.map(size => variantKey(kept.photoId, size))
    expect(left).toEqual(expect.arrayContaining([...variants, kept.objectKey, strange]))
    await world.storage.remove([strange])
  })

  it('forgets tombstones after a month, when no event about them can come any more', async () => {
    const photo = await world.upload('jpeg/no-exif.jpg')
    await world.publishPurged(photo)
    await world.settle()
    world.clock.advance(29 * 24 * HOUR)
    await world.sweep()
    expect(await row(photo.photoId)).toMatchObject({ status: 'removed' })
    world.clock.advance(2 * 24 * HOUR)
    await world.sweep()
    await expect(row(photo.photoId)).rejects.toThrow()
  })
})
