import { type Actor, linkWatermarked, media, type SubscriptionView } from '@daymark/contracts'
import sharp from 'sharp'
import { setUp } from '@daymark/testing'
import { watermarkedKey } from '../src/service/files/object-keys.ts'
import { SweepWatermarks } from '../src/service/watermark/renditions/sweep-watermarks.job.ts'
import { startMedia, type Uploaded } from './media-services.ts'

const HOUR_MS = 3_600_000
const services = setUp(() => startMedia({ DAYMARK_STORAGE_QUARANTINE_DAYS: '0' }))

const createPicture = (width: number, height: number, background = '#000') =>
  sharp({ create: { width, height, channels: 3, background } })
const createPlan = (userId: string): SubscriptionView => ({
  userId,
  tier: 'studio',
  status: 'active',
  storageLimit: 1,
  endDate: null,
  pastDueSince: null,
  version: 1,
})
const createActor = ({ ownerId }: Uploaded): Actor => ({ userId: ownerId, role: 'user' })

/** Creates a processed photo whose owner has a logo, which is white by default. */
async function createPhoto(picture = createPicture(600, 400).jpeg(), background = '#fff') {
  const photo = await services.store(await picture.toBuffer(), 'jpg')
  await services.publishUploaded(photo)
  const actor = createActor(photo)
  const plan = createPlan(photo.ownerId)
  const png = await sharp({ create: { width: 300, height: 100, channels: 4, background } })
    .png()
    .toBuffer()
  const key = `originals/logo-${photo.photoId}`
  const { size } = await services.storage.put(key, png)
  await services.rpc.call(media.setWatermarkImage, { key, size, plan }, actor)
  return { photo, actor, plan }
}
const locate = ({ photoId, ownerId }: Uploaded, size: 'sm' | 'md' | 'lg' | 'full' = 'sm', source?: string) =>
  services.rpc.call(
    media.locateWatermarked,
    { ownerId, photoId, size, orLatest: true, ...(source !== undefined && { source: { key: source, size: 0 } }) },
    { userId: '', role: 'anonymous' },
  )
const findWatermarkedKeys = async ({ photoId }: Uploaded): Promise<string[]> =>
  (await services.keys()).filter(key => key.startsWith(`watermark/photo.${photoId}`))
const readGray = async (key: string, left: number, top: number): Promise<number> => {
  const { data } = await sharp(await services.read(key))
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({
      resolveWithObject: true,
    })
  return data[0] ?? 0
}

it('S-WMA-06 S-WM-13: draws the logo with the position and opacity of the settings: white at 0.35 over black is 89', async () => {
  const { photo } = await createPhoto()
  const { key, width, height } = await locate(photo, 'lg')
  expect([width, height]).toEqual([600, 400])
  // the logo is 120 x 40 pixels, in the middle of the photo
  for (const [x, y] of [
    [245, 185],
    [300, 200],
    [354, 214],
  ] as const)
    expect(Math.abs((await readGray(key, x, y)) - 89)).toBeLessThanOrEqual(2)
  for (const [x, y] of [
    [225, 200],
    [300, 165],
    [375, 200],
    [5, 5],
  ] as const)
    expect(await readGray(key, x, y)).toBeLessThanOrEqual(3)
})

it('rule 41: a rotated photo gets its watermark upright, with the portrait settings, also at full size', async () => {
  const { photo, actor, plan } = await createPhoto(createPicture(600, 400).withMetadata({ orientation: 6 }).jpeg())
  const config = { opacity: 1, portraitPosition: 'top' as const, landscapePosition: 'bottom' as const }
  await services.rpc.call(media.updateWatermark, { config, plan }, actor)
  for (const size of ['lg', 'full'] as const) {
    const { key, width, height } = await locate(photo, size, photo.objectKey)
    expect([size, width, height]).toEqual([size, 400, 600])
    expect(await readGray(key, 200, 10)).toBeGreaterThan(240)
    expect(await readGray(key, 200, 590)).toBeLessThan(10)
  }
})

it('is rendered once for concurrent requests', async () => {
  const { photo } = await createPhoto()
  const answers = await Promise.all(Array.from({ length: 12 }, () => locate(photo, 'md')))
  expect(new Set(answers.map(({ key, sha256 }) => key + sha256)).size).toBe(1)
  expect(await findWatermarkedKeys(photo)).toHaveLength(1)
})

it('waits for another replica that renders the same picture and returns its result', async () => {
  const { photo } = await createPhoto()
  const { version, key: _, ...result } = await locate(photo, 'sm')
  const name = { photoId: photo.photoId, size: 'md' as const, version }
  const otherResult = { ...result, key: 'watermark/of-the-other' }
  let request: ReturnType<typeof locate> | undefined
  await services.db('media').whileLocked(watermarkedKey(name), async () => {
    request = locate(photo, 'md')
    await services
      .db('media')
      .sql(
        `INSERT INTO watermarked_files (photo_id, size, version, owner_id, rendition) VALUES ($1, 'md', $2, $3, $4)`,
        [photo.photoId, version, photo.ownerId, otherResult],
      )
  })
  expect(await request).toEqual({ ...otherResult, version })
})

it('is rendered before visitors request it when a link uses it, and again when settings change', async () => {
  const { photo, actor, plan } = await createPhoto()
  const { ownerId, photoId } = photo
  await services.publish(linkWatermarked, photoId, { linkId: photoId, ownerId, photoIds: [photoId] })
  await services.settle()
  const first = await findWatermarkedKeys(photo)
  expect(first.map(key => key.split('.')[2])).toEqual(['md', 'sm'])
  await services.rpc.call(media.updateWatermark, { config: { opacity: 0.9 }, plan }, actor)
  await services.settle()
  expect((await findWatermarkedKeys(photo)).filter(key => !first.includes(key)).map(key => key.split('.')[2])).toEqual([
    'md',
    'sm',
  ])
})

it('is removed two hours after its settings were replaced, and with its photo', async () => {
  const { photo, actor, plan } = await createPhoto()
  const old = await locate(photo)
  await services.rpc.call(media.updateWatermark, { config: { opacity: 0.2 }, plan }, actor)
  await services.settle()
  await services.runJob('media', SweepWatermarks)
  expect(await findWatermarkedKeys(photo)).toContain(old.key)
  services.clock.advance(2.1 * HOUR_MS)
  await services.runJob('media', SweepWatermarks)
  expect(await findWatermarkedKeys(photo)).not.toContain(old.key)
  expect(await findWatermarkedKeys(photo)).not.toEqual([])
  await services.publishPurged(photo)
  await services.settle()
  expect(await findWatermarkedKeys(photo)).toEqual([])
  await expect(locate(photo)).rejects.toMatchObject({ code: 'photo_not_found' })
})

it('rule 40: the last rendered picture is still used when no new one can be rendered', async () => {
  const { photo, actor, plan } = await createPhoto()
  // only the small sizes are rendered again in the background, so the test uses the large one
  const large = await locate(photo, 'lg')
  await services.rpc.call(media.updateWatermark, { config: { opacity: 0.2 }, plan }, actor)
  await services.rpc.call(media.removeWatermark, {}, actor)
  await services.settle()
  services.clock.advance(2.1 * HOUR_MS)
  await services.runJob('media', SweepWatermarks)
  expect(await locate(photo, 'lg')).toEqual(large)
  await expect(locate(photo, 'full')).rejects.toMatchObject({ code: 'watermark_unavailable', status: 404 })
})

it.each([
  ['missing', (key: string) => services.storage.remove([key])],
  ['damaged', (key: string) => services.storage.put(key, Buffer.from('no picture'))],
])(
  'rule 40: a watermark image that is %s in the store makes the watermark unavailable, without a server error',
  async (what, damage) => {
    // another background for each case, because a decoding process caches the logos it has read
    const { photo } = await createPhoto(undefined, what === 'missing' ? '#fe1' : '#fe2')
    const [key = ''] = (await services.keys()).filter(one => one.startsWith(`watermark/logo.${photo.ownerId}`))
    await damage(key)
    await expect(locate(photo)).rejects.toMatchObject({ code: 'watermark_unavailable', status: 404 })
  },
)

it('files without a row are deleted, and logos in use are kept', async () => {
  const { photo } = await createPhoto()
  const { key } = await locate(photo)
  const orphanedFile = watermarkedKey({ photoId: photo.photoId, size: 'lg', version: 'of-a-crash' })
  const logo = `watermark/logo.${photo.ownerId}.of-a-crash.png`
  for (const one of [orphanedFile, logo]) await services.storage.put(one, Buffer.from('x'))
  services.clock.advance(2 * HOUR_MS)
  for (let run = 0; run < 2; run++) await services.runJob('media', SweepWatermarks)
  const keys = await services.keys()
  expect(keys).toContain(key)
  expect(keys.filter(one => [orphanedFile, logo].includes(one))).toEqual([])
  expect(keys.filter(one => one.startsWith(`watermark/logo.${photo.ownerId}`))).toHaveLength(1)
})

it('rule 40: never puts the watermark on a file of another photo', async () => {
  const [mine, other] = [await createPhoto(), await createPhoto()]
  await expect(locate(mine.photo, 'full', other.photo.objectKey)).rejects.toMatchObject({ code: 'photo_not_found' })
  const { photoId } = other.photo
  await expect(locate({ ...mine.photo, photoId })).rejects.toMatchObject({ code: 'photo_not_found' })
  await expect(
    services.rpc.call(media.updateWatermark, { config: {}, plan: other.plan }, mine.actor),
  ).rejects.toMatchObject({ code: 'forbidden' })
})
