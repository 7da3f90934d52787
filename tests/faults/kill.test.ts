import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { jest } from '@jest/globals'
import type { http } from '@daymark/contracts'
import { eventually, type Visitor } from '@daymark/testing/outside'
import { patience } from '@daymark/testing/patience'
import { install, type Installation } from '../support/installation.ts'
import { type Picture, pictures, sha256 } from '../support/pictures.ts'
import type { Server } from '../support/server.ts'

jest.setTimeout(300_000)
const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
/** Over NATS each service dies once. */
const KILLS = 8
/** Photos on their way around each death, and how many of them are acknowledged before it. */
const EACH = 10
const BEFORE = 3
const COUNT = KILLS * EACH

/** Uploads like a client that wants its photo in: the same key until somebody says 201. */
async function untilAcknowledged(user: Visitor, picture: Picture): Promise<http.Image> {
  const headers = { 'idempotency-key': randomUUID() }
  for (const until = Date.now() + patience(120_000); Date.now() < until;) {
    try {
      const answer = await user.upload<http.Image>(
        '/api/images',
        { name: picture.name, bytes: picture.bytes, type: 'image/jpeg' },
        { headers },
      )
      if (answer.status === 201 || answer.status === 200) return answer.body
      if (answer.status < 500) throw new Refused(`${answer.status} ${answer.bytes.toString()}`)
    } catch (error) {
      if (error instanceof Refused) throw error // the rest is a dead connection: try again
    }
    await delay(150)
  }
  throw new Error(`${picture.name} was never acknowledged`)
}
class Refused extends Error {}

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
      for (const next of queue.splice(0, count)) images.set((await untilAcknowledged(user, next)).id, next)
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const acknowledged = images.size
      const uploading = Promise.all([upload(3), upload(3), upload(2), upload(2)])
      const isTime = () => images.size >= acknowledged + BEFORE
      await Promise.all([uploading, killOnce(place.servers[kill % place.servers.length], isTime)])
    }
    expect(images.size).toBe(COUNT) // two acknowledgements never name the same photo

    await eventually('every photo is processed', 180_000, async () => {
      const { body } = await user.get<http.ImageList>('/api/images?limit=1000')
      return body.images.every(i => i.processing_status === 'completed')
    })
    const { body } = await user.get<http.ImageList>('/api/images?limit=1000')
    expect(body.total).toBe(COUNT)
    expect(new Set(body.images.map(i => i.id))).toEqual(new Set(images.keys()))
    for (const image of body.images) await isWhole(user, image, images.get(image.id))

    await eventually('all outboxes are empty', 60_000, async () => (await place.outboxRows()) === 0)
    const letters = await place.query(
      'SELECT subscriber, reason FROM media.dead_letters UNION ALL SELECT subscriber, reason FROM library.dead_letters',
    )
    expect(letters).toEqual([])
    await eventually(
      'no object is left that belongs to no photo',
      60_000,
      async () => place.objects().length === COUNT * 4,
    )
  })
})

async function isWhole(user: Visitor, image: http.Image, picture: Picture | undefined): Promise<void> {
  const original = await user.get(`/media/originals/${image.filename}`)
  expect(sha256(original.bytes)).toBe(picture?.sha256)
  const stem = image.filename.replace(/\.[^.]+$/, '')
  for (const size of ['sm', 'md', 'lg']) {
    const variant = await user.get(`/media/variants/${size}/${stem}.jpg`)
    expect([size, variant.status, variant.headers.get('content-type')]).toEqual([size, 200, 'image/jpeg'])
  }
}

/** Dies while photos are on their way, and comes back. On a slow machine it takes a while until anything is acknowledged at all. */
async function killOnce(server: Server | undefined, isTime: () => boolean): Promise<void> {
  await eventually('some photos are acknowledged', 120_000, isTime, 5)
  await server?.kill9()
  await server?.start()
}
