import { randomUUID } from 'node:crypto'
import { anonymous, sharing, type Input } from '@daymark/contracts'
import { actorOf, setUp } from '@daymark/testing'
import { ownerActions, SharingServices, sharedAlbum } from './sharing-services.ts'

const env = setUp(() => SharingServices.start())

type Claim = Partial<Input<typeof sharing.claimDownloads>>
const claim = (token: string, visitorId: string, more: Claim = {}, actor = anonymous) =>
  env.services.rpc.call(sharing.claimDownloads, { token, visitorId, ...more }, actor)

async function createGallery(count: number, settings: Parameters<SharingServices['createLink']>[2] = {}) {
  const shared = await sharedAlbum(env, settings, count)
  return { ...shared, ids: shared.photos.map(({ photoId }) => photoId) }
}
const outcome = (claimed: Promise<unknown>) => claimed.then(() => 'granted').catch((e: { code: string }) => e.code)
const countDownloads = async (actor: ReturnType<typeof actorOf>) => (await ownerActions(env).list(actor))[0]?.downloaded

describe('a download limit', () => {
  it('of a link is not exceeded by concurrent downloads', async () => {
    const { token, ids, library } = await createGallery(4, { downloadLimit: 10 })
    const claims = Array.from({ length: 20 }, (_, i) =>
      outcome(claim(token, `visitor ${i}`, { photoIds: ids.slice(0, 2) })),
    )
    const answers = await Promise.all(claims)
    expect(answers.filter(answer => answer === 'granted')).toHaveLength(5)
    expect(answers.filter(answer => answer === 'download_limit')).toHaveLength(15)
    expect(await countDownloads(library.actor)).toBe(10)
  })

  it('of a visitor counts each photo once and only this visitor’s downloads', async () => {
    const { token, ids } = await createGallery(4, { visitorLimit: 3 })
    const many = await Promise.all(ids.map(id => outcome(claim(token, 'eager', { photoIds: [id] }))))
    expect(many.filter(answer => answer === 'granted')).toHaveLength(3)
    const again = await Promise.all(ids.map(id => outcome(claim(token, 'eager', { photoIds: [id] }))))
    expect(again).toEqual(many)
    expect(await claim(token, 'calm', { photoIds: ids.slice(1) })).toMatchObject({ visitorLimit: 3, left: 0 })
  })

  it('counts all photos of a claim or none, and only photos of the gallery', async () => {
    const { token, ids, library } = await createGallery(3, { downloadLimit: 2 })
    expect(await outcome(claim(token, 'v'))).toBe('download_limit')
    expect(await countDownloads(library.actor)).toBe(0)
    expect(await claim(token, 'v', { photoIds: [ids[0] ?? '', randomUUID()] })).toMatchObject({ left: 1 })
    expect(await countDownloads(library.actor)).toBe(1)
  })

  it('does not apply to the owner or after the owner removed it', async () => {
    const { token, library, link } = await createGallery(2, { visitorLimit: 1 })
    expect(await claim(token, 'me', {}, library.actor)).toMatchObject({ left: null })
    expect(await outcome(claim(token, 'v'))).toBe('download_limit')
    await ownerActions(env).update(link.id, { visitorLimit: null }, library.actor)
    expect(await claim(token, 'v')).toMatchObject({ left: null })
  })
})
