import type { http } from '@daymark/contracts'
import { pollUntil } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import { expectComplete, uploadWithRetry } from '../support/upload-with-retry.ts'
import { type Picture, pictures } from '../support/pictures.ts'
import type { Server } from '../support/server.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
/** Over NATS each service is killed once. */
const KILLS = 8
/** Photos uploaded around each kill, and how many of them are acknowledged before it. */
const EACH = 10
const BEFORE = 3
const COUNT = KILLS * EACH

describe(`kill -9 under load, ${bus} bus`, () => {
  let place: Installation
  afterAll(() => place?.stop())

  it('every acknowledged photo exists once, unchanged and with three variants; no orphans and no unpublished events remain', async () => {
    const files = await pictures(COUNT)
    place = await install(bus, {
      DAYMARK_GATEWAY_SWEEP_AFTER_MINUTES: '0.3',
      DAYMARK_STORAGE_QUARANTINE_DAYS: '0',
      // clients retry after a killed service, so the timeout can be short
      DAYMARK_RPC_TIMEOUT_MS: '10000',
    })
    const user = await place.photographer()

    const images = new Map<string, Picture>()
    const queue = [...files]
    const upload = async (count: number) => {
      for (const next of queue.splice(0, count)) images.set((await uploadWithRetry(user, next)).id, next)
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const acknowledged = images.size
      const uploading = Promise.all([upload(3), upload(3), upload(2), upload(2)])
      const isTime = () => images.size >= acknowledged + BEFORE
      await Promise.all([uploading, killOnce(place.servers[kill % place.servers.length], isTime)])
    }
    expect(images.size).toBe(COUNT) // two acknowledgements never name the same photo

    await pollUntil('every photo is processed', async () => {
      const { body } = await user.get<http.ImageList>('/api/images?limit=1000')
      return body.images.every(i => i.processing_status === 'completed')
    })
    const { body } = await user.get<http.ImageList>('/api/images?limit=1000')
    expect(body.total).toBe(COUNT)
    expect(new Set(body.images.map(i => i.id))).toEqual(new Set(images.keys()))
    for (const image of body.images) await expectComplete(user, image, images.get(image.id))

    await pollUntil('all events and jobs are done', async () => (await place.pendingWork()) === 0)
    const letters = await place.query(
      'SELECT subscriber, reason FROM media.dead_letters UNION ALL SELECT subscriber, reason FROM library.dead_letters',
    )
    expect(letters).toEqual([])
    await pollUntil('no unreferenced object remains', async () => place.objects().length === COUNT * 4)
  })
})

/** Kills and restarts a server during uploads, once some photos are acknowledged. */
async function killOnce(server: Server | undefined, isTime: () => boolean): Promise<void> {
  await pollUntil('some photos are acknowledged', isTime)
  await server?.kill()
  await server?.start()
}
