import { subscriptionChanged, type Tier, watermarkChanged } from '@daymark/contracts'
import { ownersOf, sharedAlbum } from './shared-album.ts'
import { SharingServices } from './sharing-services.ts'

let w: SharingServices
let owners: ReturnType<typeof ownersOf>
beforeAll(async () => {
  w = await SharingServices.start()
  owners = ownersOf(w)
})
afterAll(() => w.stop())

describe('a watermarked link', () => {
  const plan = async (tier: Tier, userId: string, more: object = {}) =>
    w.services.publish(subscriptionChanged, userId, {
      userId,
      tier,
      status: 'active',
      storageLimit: 1,
      endDate: null,
      version: 1,
      ...more,
    })

  it('rule 40 works with an image, counts from the revision that the caller knows of, and ends with it', async () => {
    const { album, actor, link } = await sharedAlbum(w)
    const ownerId = actor.userId
    await plan('professional', ownerId)
    const heard = (revision: number, exists: boolean) =>
      w.services.publish(watermarkChanged, ownerId, { ownerId, revision, exists })
    const creating = w.create(album, actor, { watermark: true, watermarkRevision: 2 })
    await heard(2, true)
    await heard(1, false)
    expect(await creating).toMatchObject({ watermark: true })
    expect(await owners.update(link.id, { watermark: true }, actor)).toMatchObject({ watermark: true })
    await heard(3, false)
    await w.services.settle()
    await expect(owners.update(link.id, { watermark: true }, actor)).rejects.toMatchObject({
      code: 'watermark_missing',
    })
  })

  it('rule 40 says of every file that it must not be sent as it is, and whose mark it needs', async () => {
    const { actor, link, photo } = await sharedAlbum(w)
    await w.services.db('sharing').sql('UPDATE links SET watermark = true WHERE id = $1', [link.id])
    const said = { watermark: true, ownerId: actor.userId }
    for (const download of [false, true])
      expect(await w.locate(link.token, photo.filename, { download })).toMatchObject(said)
    expect(await w.archive(link.token)).toMatchObject(said)
  })
})
