import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { jest } from '@jest/globals'
import type { http } from '@daymark/contracts'
import { eventually, type Visitor } from '@daymark/testing/outside'
import { patience } from '@daymark/testing/patience'
import { install, type Installation } from '../support/installation.ts'
import { type Picture, pictures, sha256 } from '../support/pictures.ts'

jest.setTimeout(300_000)
const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
const COUNT = 200
/** Over NATS each service once, and one of them twice. */
const MOST_KILLS = 8

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
    })
    const user = await place.photographer()

    const images = new Map<string, Picture>()
    const queue = [...files]
    const client = async () => {
      for (let next = queue.shift(); next; next = queue.shift())
        images.set((await untilAcknowledged(user, next)).id, next)
    }
    const uploading = Promise.all([client(), client(), client(), client()])
    const killing = killInTurn(place, () => images.size)
    await uploading
    const kills = await killing
    expect(kills).toBeGreaterThanOrEqual(3)
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

/**
 * Each process in turn dies and comes back, as long as there is work. On a slow machine it may take longer than a moment until
 * anything is acknowledged at all: nobody dies before that.
 */
async function killInTurn(place: Installation, acknowledged: () => number): Promise<number> {
  let kills = 0
  for (let turn = 0; acknowledged() < COUNT && kills < MOST_KILLS; turn++) {
    const before = acknowledged()
    await delay(500 + (turn % 3) * 400)
    await eventually('another photo is acknowledged', 60_000, async () => acknowledged() > before)
    await delay((turn % 4) * 100)
    const server = place.servers[turn % place.servers.length]
    await server?.kill9()
    await server?.start()
    kills++
  }
  return kills
}
