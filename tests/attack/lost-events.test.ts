import { library, sharing, tokens } from '@daymark/contracts'
import { actorOf } from '@daymark/testing/outside'
import { setUpDaymark } from '../support/daymark.ts'
import { mediaPath, createSharedGallery } from '../support/shared-gallery.ts'
import { withinASecond } from '../support/waiting.ts'

const daymark = setUpDaymark({ bus: 'memory' })
/** Stops all cache invalidation events to the gateway, as NATS may lose them. */
beforeAll(() => daymark.loseBroadcasts())

/** Requests the data and a picture of a gallery repeatedly. */
async function watched() {
  const gallery = await createSharedGallery(daymark, { count: 2 })
  const { token, image } = gallery
  const visitor = daymark.visitor()
  const look = async () => ({
    data: await visitor.get<{ images: unknown[] }>(`/api/shares/public/${token}`),
    picture: await visitor.get(mediaPath(token, image.filename, 'sm')),
  })
  const seen = await look()
  expect([seen.data.status, seen.picture.status, seen.data.body.images.length]).toEqual([200, 200, 2])
  const until = (what: string, isOver: (seen: Awaited<ReturnType<typeof look>>) => boolean) =>
    withinASecond(what, async () => isOver(await look()))
  const actor = actorOf(gallery.owner.id)
  return { ...gallery, actor, until }
}

describe('the gateway forgets a cached gallery within a second without events', () => {
  it.each(['revoke', 'delete'] as const)('S-SHARE-07 S-SHARE-09 rule 33 after %s', async how => {
    const { link, actor, until } = await watched()
    if (how === 'revoke') await daymark.rpc.call(sharing.revokeLink, { id: link.id }, actor)
    else await daymark.rpc.call(sharing.deleteLink, { id: link.id }, actor)
    await until('access is refused', ({ data, picture }) => data.status >= 400 && picture.status >= 400)
  })

  it('rule 37 after a password was set', async () => {
    const { link, actor, until } = await watched()
    await daymark.rpc.call(sharing.updateLink, { id: link.id, password: 'a secret word' }, actor)
    await until('it is asked for', ({ data, picture }) => data.status === 401 && picture.status === 401)
  })

  it('S-SHARE-13 after the link has expired', async () => {
    const { link, actor, until } = await watched()
    const expiresAt = new Date(daymark.clock.now().getTime() + 3_600_000).toISOString()
    await daymark.rpc.call(sharing.updateLink, { id: link.id, expiresAt }, actor)
    await daymark.clock.advance(3_600_000)
    await until('it is over', ({ data, picture }) => data.status === 410 && picture.status === 410)
  })

  it.each(['leaves the album', 'is deleted'])('L-MKT-08 of a photo that %s', async what => {
    const { album, image, actor, until } = await watched()
    if (what === 'is deleted') await daymark.rpc.call(library.deletePhotos, { ids: [image.id] }, actor)
    else await daymark.rpc.call(library.removePhotos, { id: album.id, photoIds: [image.id] }, actor)
    await until('it is out', ({ data, picture }) => picture.status === 404 && data.body.images.length === 1)
  })
})

describe('the gateway forgets a cached token within a second without events', () => {
  it('S-TOK-05 after it was revoked, while it is in use', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const { body } = await owner.post<{ id: string; token: string }>('/v1/tokens', {})
    const program = daymark.visitor({ authorization: `Bearer ${body.token}` })
    const status = async () => (await program.get('/v1/tokens/validate')).status
    expect(await status()).toBe(200)
    await daymark.rpc.call(tokens.revokeToken, { id: body.id }, actorOf(owner.id))
    await withinASecond('it is dead', async () => (await status()) === 401)
  })
})
