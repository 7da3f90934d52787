import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFixtures } from '@daymark/testing'
import { DecoderPool } from '../src/service/pool/pool.ts'
import { Rendition } from '../src/service/variants/rendition.entity.ts'
import { startMedia, type MediaServices } from './media-services.ts'

let services: MediaServices
afterEach(() => services.stop())
const row = (photoId: string) => services.db('media').em.findOneByOrFail(Rendition, { photoId })

withFixtures('faults', () => {
  it('an original that cannot be read is retried several times, then fails with a reason', async () => {
    services = await startMedia({ DAYMARK_DELIVERY_ATTEMPTS: '3', DAYMARK_DELIVERY_BACKOFF_MS: '5' })
    const photo = { ...(await services.upload('jpeg/no-exif.jpg')), objectKey: 'originals/nowhere' }
    await services.publishUploaded(photo)
    await services.settle()
    expect(services.failed(photo)).toMatchObject([
      { reason: 'The photo could not be processed. The original is stored.' },
    ])
    expect(await row(photo.photoId)).toMatchObject({ status: 'failed' })
    const letters = await services.db('media').sql('SELECT subscriber, attempts FROM dead_letters')
    expect(letters).toEqual([{ subscriber: 'ProcessPhoto', attempts: 3 }])
  })

  it('a store that rejects variants delays a photo without failing it', async () => {
    // a high limit, so that the photo does not fail before the store works again, even if this test is slow
    services = await startMedia({ DAYMARK_DELIVERY_ATTEMPTS: '100', DAYMARK_DELIVERY_BACKOFF_MS: '5' })
    const photo = await services.upload('jpeg/no-exif.jpg')
    const originalPath = services.storage.localPath?.(photo.objectKey) ?? ''
    const variants = join(originalPath, '../../../variants')
    // this file prevents that the folder of variants is created
    writeFileSync(variants, '')
    const processed = services.publishUploaded(photo)
    while ((await attempts()) < 3) await new Promise(resolve => setImmediate(resolve))
    expect([...services.processed(photo), ...services.failed(photo)]).toEqual([])
    rmSync(variants)
    await processed
    await services.settle()
    expect(services.processed(photo)).toHaveLength(1)
  })

  it('a photo that takes too long fails without delaying others', async () => {
    // longer than a busy machine pauses. The time of the quick photo starts only when its process is ready.
    const seconds = String(Math.min(60, 7))
    services = await startMedia({ DAYMARK_MEDIA_PHOTO_SECONDS: seconds, DAYMARK_MEDIA_PROCESSES: '1' })
    const upload = () => services.upload('jpeg/no-exif.jpg')
    const [first, slow, quick] = [await upload(), await upload(), await upload()]
    await services.publishUploaded(first)
    // stops the process, so that its next job exceeds the time limit on any machine; a new process does not exceed it
    const pool = services.get('media', DecoderPool)
    for (const pid of pool.pids) process.kill(-pid, 'SIGSTOP')
    const slowPublished = services.publishUploaded(slow)
    while (pool.countJobs().every(({ running }) => running === 0)) await new Promise(setImmediate)
    await Promise.all([slowPublished, services.publishUploaded(quick)])
    await services.settle()
    expect(services.failed(slow)).toMatchObject([
      { reason: 'Processing took too long and was stopped. The original is stored.' },
    ])
    expect(services.processed(quick)).toHaveLength(1)
  })

  it('a photo that takes too much memory fails', async () => {
    services = await startMedia({ DAYMARK_MEDIA_MEMORY_MB: '250', DAYMARK_MEDIA_PROCESSES: '1' })
    const [large, small] = [await services.upload('avif/10bit-hdr-p3.avif'), await services.upload('jpeg/no-exif.jpg')]
    await Promise.all([services.publishUploaded(large), services.publishUploaded(small)])
    await services.settle()
    expect(services.failed(large)).toMatchObject([
      { reason: 'Processing needs more memory than is available. The original is stored.' },
    ])
    expect(services.processed(small)).toHaveLength(1)
  })
})

const attempts = async (): Promise<number> => {
  const [found] = await services
    .db('media')
    .sql<{ attempts: number }>('SELECT max(attempts) AS attempts FROM job_queue')
  return found?.attempts ?? 0
}
