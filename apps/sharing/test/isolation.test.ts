import { randomUUID } from 'node:crypto'
import type { Actor } from '@daymark/contracts'
import { actorOf } from '@daymark/testing'
import { ownersOf, sharedAlbum } from './shared-album.ts'
import { SharingWorld } from './sharing-world.ts'

let w: SharingWorld
let owners: ReturnType<typeof ownersOf>
beforeAll(async () => {
  w = await SharingWorld.start()
  owners = ownersOf(w)
})
afterAll(() => w.stop())

const attempt = (act: 'update' | 'revoke' | 'reinstate' | 'remove', id: string, actor: Actor) =>
  act === 'update' ? owners.update(id, { allowDownloads: false }, actor) : owners[act](id, actor)

describe('somebody else', () => {
  it.each(['update', 'revoke', 'reinstate', 'remove'] as const)(
    'finds no link to %s, as with an id that does not exist',
    async act => {
      const { link, actor } = await sharedAlbum(w)
      const stranger = actorOf(randomUUID())
      const refusal = { code: 'share_not_found', status: 404 }
      for (const id of [link.id, randomUUID(), 'x', ''])
        await expect(attempt(act, id, stranger)).rejects.toMatchObject(refusal)
      expect(await owners.list(actor)).toEqual([link])
      expect(await w.news()).toEqual([])
    },
  )

  it('S-SHARE-01 sees no link of others in the list, and none of an album that is not theirs', async () => {
    const { album } = await sharedAlbum(w)
    const stranger = actorOf(randomUUID())
    expect(await owners.list(stranger)).toEqual([])
    expect(await owners.list(stranger, album.albumId)).toEqual([])
  })
})
