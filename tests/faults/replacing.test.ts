import type { http } from '@daymark/contracts'
import { pollUntil } from '@daymark/testing/outside'
import { expectComplete, uploadWithRetry } from '../support/upload-with-retry.ts'
import { install, type Installation } from '../support/installation.ts'
import { type Picture, pictures, sha256 } from '../support/pictures.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
const COUNT = 6
/** Services that are killed during replacements. */
const PARTS = bus === 'nats' ? ['library', 'media', 'gateway'] : ['all', 'all']

describe(`rule 110 kill -9 during file replacements, ${bus} bus`, () => {
  let place: Installation
  afterAll(() => place?.stop())

  it('each photo always shows the complete old or new file, finally the last acknowledged one, and no other files remain', async () => {
    place = await install(bus, {
      DAYMARK_GATEWAY_SWEEP_AFTER_MINUTES: '0.3',
      DAYMARK_STORAGE_QUARANTINE_DAYS: '0',
      DAYMARK_RPC_TIMEOUT_MS: '10000',
    })
    const user = await place.photographer()
    const files = await pictures(COUNT * (PARTS.length + 1))
    const shown = new Map<string, Picture>()
    for (const first of files.splice(0, COUNT)) shown.set((await uploadWithRetry(user, first)).id, first)
    const list = async () => (await user.get<http.ImageList>('/api/images?limit=100')).body.images
    const before = new Map<string, Picture>()
    for (const part of PARTS) {
      await allDone()
      let acknowledged = 0
      const replacement = [...shown].map(async ([id, was]) => {
        const next = files.pop()
        if (!next) throw new Error('not enough pictures')
        await uploadWithRetry(user, next, `/api/images/${id}/file`)
        acknowledged++
        before.set(id, was)
        shown.set(id, next)
      })
      const dying = (async () => {
        await pollUntil('some are acknowledged', () => acknowledged >= 2)
        const server = place.servers.find(({ services }) => services.includes(part)) ?? place.servers[0]
        await server?.kill()
        await server?.start()
      })()
      await Promise.all([...replacement, dying])
      // the shown file is complete at any time
      for (const image of await list()) await isOneOf(image, [before.get(image.id), shown.get(image.id)])
    }
    await allDone()
    for (const image of await list()) {
      await expectComplete(user, image, shown.get(image.id))
      const earlier = await user.get(`/media/earlier/${image.id}/original`)
      expect(sha256(earlier.bytes)).toBe(before.get(image.id)?.sha256)
    }
    await place.settle()
    const sums = 'SELECT originals FROM library.accounts WHERE photos > 0'
    const [account] = await place.query<{ originals: string }>(sums)
    const kept = [...shown.values(), ...before.values()]
    expect(Number(account?.originals)).toBe(kept.reduce((sum, { bytes }) => sum + bytes.length, 0))
    await pollUntil('no other files remain', () => place.objects().length === COUNT * 8)

    async function allDone(): Promise<void> {
      await pollUntil('every file is processed', async () =>
        (await list()).every(
          ({ processing_status, replacement }) =>
            processing_status === 'completed' && (replacement?.status ?? 'done') === 'done',
        ),
      )
    }
    async function isOneOf(image: http.Image, wanted: (Picture | undefined)[]): Promise<void> {
      const { bytes, status } = await user.get(`/media/originals/${image.filename}`)
      expect(status).toBe(200)
      expect(wanted.map(one => one?.sha256)).toContain(sha256(bytes))
    }
  })
})
