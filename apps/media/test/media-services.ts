import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  photoFailed,
  photoProcessed,
  photoPurged,
  photoUploaded,
  type Envelope,
  type EventOf,
} from '@daymark/contracts'
import { readInstallationId } from '@daymark/platform'
import { openStorage, type Storage, StoreMark, toBuffer } from '@daymark/storage'
import { readFixture, startServices, type TestServices } from '@daymark/testing'
import { mediaService } from '../src/index.ts'
import { SweepOrphans } from '../src/service/removal/sweep-orphans.job.ts'

export type Uploaded = EventOf<typeof photoUploaded>['data']
type Processed = EventOf<typeof photoProcessed>['data']
export type Failed = EventOf<typeof photoFailed>['data']

/** Only the media service. Tests publish the events of library, and read the events that media publishes. */
export type MediaServices = TestServices & {
  storage: Storage
  workDir: string
  /** Stores a file like the gateway, but publishes no event. */
  store(body: Buffer, extension: string): Promise<Uploaded>
  upload(fixture: string): Promise<Uploaded>
  /** Publishes the upload of a photo, and resolves after its processing. */
  publishUploaded(photo: Uploaded, id?: string): Promise<void>
  publishPurged(photo: Uploaded): Promise<void>
  processed(photo: Uploaded): Processed[]
  failed(photo: Uploaded): Failed[]
  keys(): Promise<string[]>
  read(key: string): Promise<Buffer>
  sweep(): Promise<void>
}

export async function startMedia(env: Record<string, string> = {}, bus?: 'memory' | 'nats'): Promise<MediaServices> {
  const workDir = mkdtempSync(join(tmpdir(), 'daymark-media-test-'))
  const services = await startServices([mediaService], { bus, env: { DAYMARK_MEDIA_WORK_DIR: workDir, ...env } })
  const storage = openStorage({ dir: services.storageDir }, { keys: services.env['DAYMARK_ENCRYPTION_KEYS'] })
  await new StoreMark(storage).claim(await readInstallationId(services.db('media')))
  const published: Envelope[] = []
  await services.process.transport.listen([photoProcessed.name, photoFailed.name], event => published.push(event))
  const findPublished = <T>(type: string, { photoId }: Uploaded): T[] =>
    published.filter(event => event.type === type && event.subject === photoId).map(event => event.data as T)
  const store = async (body: Buffer, extension: string): Promise<Uploaded> => {
    const objectKey = `originals/${randomUUID()}`
    const { size } = await storage.put(objectKey, body)
    const ids = { photoId: randomUUID(), ownerId: randomUUID() }
    return { ...ids, objectKey, originalFilename: `photo.${extension}`, extension, size, sha256: '' }
  }
  return {
    ...services,
    storage,
    workDir,
    store,
    upload: file => store(readFixture(file), file.split('.').pop() ?? ''),
    publishUploaded: (photo, id) => services.publish(photoUploaded, photo.photoId, photo, id),
    publishPurged: ({ photoId, ownerId, objectKey }) =>
      services.publish(photoPurged, photoId, { photoId, ownerId, objectKey }),
    processed: photo => findPublished<Processed>(photoProcessed.name, photo),
    failed: photo => findPublished<Failed>(photoFailed.name, photo),
    async keys() {
      const keys: string[] = []
      for await (const { key } of storage.list('')) if (!/^(marks|quarantine)\//.test(key)) keys.push(key)
      return keys.sort()
    },
    read: async key => toBuffer(await storage.get(key)),
    sweep: () => services.runJob('media', SweepOrphans),
    async stop() {
      await services.stop()
      rmSync(workDir, { recursive: true, force: true })
    },
  }
}
