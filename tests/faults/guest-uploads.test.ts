import type { http } from '@daymark/contracts'
import { pollUntil } from '@daymark/testing/outside'
import { expectComplete, uploadWithRetry } from '../support/upload-with-retry.ts'
import {
  decideReceived,
  guestPath,
  nameGuest,
  receivedPhotos,
  filesSentBy,
  createUploadLink,
} from '../support/guests.ts'
import { install, type Installation } from '../support/installation.ts'
import { type Picture, pictures } from '../support/pictures.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
/** Concurrent uploads that a guest may make. */
const EACH = 4
/** Services that are killed during uploads and approvals. */
const PARTS = bus === 'nats' ? ['library', 'media', 'gateway'] : ['all', 'all']

describe(`rules 150 151 kill -9 during guest uploads and approvals, ${bus} bus`, () => {
  let place: Installation
  afterAll(() => place?.stop())

  it('each acknowledged file becomes one intact photo after approval and counts once, and no other files remain', async () => {
    place = await install(bus, {
      DAYMARK_GATEWAY_SWEEP_AFTER_MINUTES: '0.3',
      DAYMARK_STORAGE_QUARANTINE_DAYS: '0',
      DAYMARK_RPC_TIMEOUT_MS: '10000',
    })
    const owner = await place.photographer()
    const album = (await owner.post<http.Album>('/api/albums', { title: 'Wedding' })).body
    const { token } = await createUploadLink(owner, album.id)
    const guest = await nameGuest(place.visitor(), token)
    const files = await pictures(EACH * PARTS.length)
    const sent = new Map<string, Picture>()
    for (const part of PARTS) {
      const before = sent.size
      const next = files.splice(0, EACH)
      const sending = next.map(async file => {
        sent.set((await uploadWithRetry(guest, file, guestPath(token, '/files'))).id, file)
      })
      await Promise.all([...sending, killAndRestart(part, () => sent.size >= before + 2)])
      expect((await receivedPhotos(owner, album.id)).total).toBe(EACH)
      let approved = 0
      const approving = [...sent.keys()].slice(before).map(async id => {
        await approve(id)
        approved++
      })
      await Promise.all([...approving, killAndRestart(part, () => approved >= 1)])
    }
    const images = async () => (await owner.get<http.AlbumDetail>(`/api/albums/${album.id}`)).body.images
    await pollUntil('every photo is processed', async () =>
      (await images()).every(({ processing_status }) => processing_status === 'completed'),
    )
    const shown = await images()
    expect(shown.map(({ id }) => id).toSorted()).toEqual([...sent.keys()].toSorted())
    for (const image of shown) await expectComplete(owner, image, sent.get(image.id))
    expect((await receivedPhotos(owner, album.id)).total).toBe(0)
    expect((await filesSentBy(guest, token)).map(({ state }) => state)).toEqual([...sent].map(() => 'added'))
    await place.settle()
    const [account] = await place.query<{ photos: number; originals: string }>(
      'SELECT photos, originals FROM library.accounts WHERE photos > 0',
    )
    const bytes = [...sent.values()].reduce((sum, file) => sum + file.bytes.length, 0)
    expect([account?.photos, Number(account?.originals)]).toEqual([sent.size, bytes])
    await pollUntil('no other files remain', () => place.objects().length === sent.size * 4)

    /** Retries the approval until it is acknowledged. */
    async function approve(id: string): Promise<void> {
      const isDone = async () => {
        const answer = await decideReceived(owner, album.id, 'accept', { image_ids: [id] }).catch(() => undefined)
        return answer?.status === 200
      }
      await pollUntil('it is approved', isDone)
    }
    async function killAndRestart(part: string, isTime: () => boolean): Promise<void> {
      await pollUntil('some are acknowledged', isTime)
      const server = place.servers.find(({ services }) => services.includes(part)) ?? place.servers[0]
      await server?.kill()
      await server?.start()
    }
  })
})
