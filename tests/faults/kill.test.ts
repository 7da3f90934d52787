import type { http } from '@daymark/contracts'
import { pollUntil } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import { expectComplete, uploadWithRetry } from '../support/upload-with-retry.ts'
import { type Picture, pictures } from '../support/pictures.ts'
import type { Server } from '../support/server.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
/** Over NATS each service dies once. */
const KILLS = 8
/** Photos on their way around each death, and how many of them are acknowledged before it. */
const EACH = 10
const BEFORE = 3
const COUNT = KILLS * EACH

describe(`kill -9 under load, ${bus} bus`, () => {
  let place: Installation
  afterAll(() => place?.stop())

  it('every acknowledged photo is there, byte-identical, with its three variants; nothing twice, no orphan, outboxes empty', async () => {
    const files = await pictures(COUNT)
    place = await install(bus, {
      DAYMARK_GATEWAY_SWEEP_AFTER_MINUTES: '0.3',
      DAYMARK_STORAGE_QUARANTINE_DAYS: '0',
      // who asked what has died comes again: nobody waits for it as long as a busy machine may need
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

    await pollUntil('all outboxes are empty', async () => (await place.outboxRows()) === 0)
    const letters = await place.query(
      'SELECT subscriber, reason FROM media.dead_letters UNION ALL SELECT subscriber, reason FROM library.dead_letters',
    )
    expect(letters).toEqual([])
    await pollUntil('no object is left that belongs to no photo', async () => place.objects().length === COUNT * 4)
  })
})

/** Dies while photos are on their way, and comes back. On a slow machine it takes a while until anything is acknowledged at all. */
async function killOnce(server: Server | undefined, isTime: () => boolean): Promise<void> {
  await pollUntil('some photos are acknowledged', isTime)
  await server?.kill9()
  await server?.start()
}
