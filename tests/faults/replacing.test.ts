import type { http } from '@daymark/contracts'
import { pollUntil } from '@daymark/testing/outside'
import { expectComplete, uploadWithRetry } from '../support/upload-with-retry.ts'
import { install, type Installation } from '../support/installation.ts'
import { type Picture, pictures, sha256 } from '../support/pictures.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
const COUNT = 6
/** Who has a part in it; in one process all of them die at once. */
const PARTS = bus === 'nats' ? ['library', 'media', 'gateway'] : ['all', 'all']

describe(`rule 110 kill -9 while files are replaced, ${bus} bus`, () => {
  let place: Installation
  afterAll(() => place?.stop())

  it('each photo shows the old file or the new one, whole; in the end what was acknowledged last, and nothing else is left', async () => {
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
      const replacing = [...shown].map(async ([id, was]) => {
        const next = files.pop()
        if (!next) throw new Error('there are too few pictures')
        await uploadWithRetry(user, next, `/api/images/${id}/file`)
        acknowledged++
        before.set(id, was)
        shown.set(id, next)
      })
      const dying = (async () => {
        await pollUntil('some are acknowledged', () => acknowledged >= 2)
        const server = place.servers.find(({ services }) => services.includes(part)) ?? place.servers[0]
        await server?.kill9()
        await server?.start()
      })()
      await Promise.all([...replacing, dying])
      // whatever is under way: what is shown is whole
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
    await pollUntil('nothing is left of other files', () => place.objects().length === COUNT * 8)

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
