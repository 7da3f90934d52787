import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pollUntil, withFixtures } from '@daymark/testing'
import { startMedia, type MediaServices } from './media-services.ts'

const MINUTE_MS = 60_000
const PHOTO_COUNT = 60
let services: MediaServices
afterEach(() => services.stop())
const folder = () => join(services.storageDir, 'objects')
const makeUnavailable = () => renameSync(folder(), `${folder()}.away`)
const makeAvailable = () => renameSync(`${folder()}.away`, folder())
const count = async (sql: string): Promise<number> =>
  Number((await services.db('media').sql<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`))[0]?.n)
const waitUntil = (done: () => boolean | Promise<boolean>) => pollUntil(done.toString(), done)

withFixtures('a store that is unavailable', () => {
  it('for 15 minutes during 60 uploads: all photos are processed afterwards, and few requests reach the store', async () => {
    services = await startMedia({ DAYMARK_DELIVERY_ATTEMPTS: '3' })
    const photos = await Promise.all(Array.from({ length: PHOTO_COUNT }, () => services.upload('jpeg/no-exif.jpg')))
    makeUnavailable()
    const handled = Promise.all(photos.map(photo => services.publishUploaded(photo)))
    await waitUntil(async () => (await count('job_queue WHERE uncounted_attempts > 0')) >= 3)
    for (let minutes = 0; minutes < 15; minutes += 0.5) {
      services.clock.advance(MINUTE_MS / 2)
      await delay(5)
    }
    // only one process at a time checks whether the store is available again
    expect(await count('job_queue WHERE attempts > uncounted_attempts')).toBeLessThanOrEqual(2)
    expect(await count('renditions')).toBeLessThan(50)
    expect(await count('dead_letters')).toBe(0)
    makeAvailable()
    services.clock.advance(MINUTE_MS)
    await handled
    await services.settle()
    for (const photo of photos) expect([services.processed(photo).length, services.failed(photo)]).toEqual([1, []])
  })

  it('while events have a short acknowledgement timeout: no photo is lost or fails', async () => {
    const env = {
      DAYMARK_DELIVERY_ATTEMPTS: '3',
      DAYMARK_DELIVERY_BACKOFF_MAX_MS: '40',
      DAYMARK_ACK_WAIT_MS: '1000',
    }
    services = await startMedia(env, 'nats')
    const photos = await Promise.all(Array.from({ length: 40 }, () => services.upload('jpeg/no-exif.jpg')))
    makeUnavailable()
    await Promise.all(photos.map(photo => services.publishUploaded(photo)))
    // longer than the bus waits for an acknowledgement, and longer than all attempts of an event take
    await delay(3000)
    expect(await count('dead_letters')).toBe(0)
    makeAvailable()
    await services.settle()
    for (const photo of photos) expect([services.processed(photo).length, services.failed(photo)]).toEqual([1, []])
  })

  it('several times while photos are decoded: no photo fails', async () => {
    services = await startMedia({ DAYMARK_DELIVERY_BACKOFF_MAX_MS: '40' })
    const photos = await Promise.all(Array.from({ length: 24 }, () => services.upload('jpeg/Canon_EOS_7D.jpg')))
    const handled = Promise.all(photos.map(photo => services.publishUploaded(photo)))
    for (let times = 0; times < 4; times++) {
      const before = photos.filter(photo => services.processed(photo).length).length
      await waitUntil(() => photos.filter(photo => services.processed(photo).length).length > before)
      makeUnavailable()
      await delay(200)
      makeAvailable()
    }
    await handled
    await services.settle()
    for (const photo of photos) expect([services.processed(photo).length, services.failed(photo)]).toEqual([1, []])
  })
})
