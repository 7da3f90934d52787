import { anonymous, sharing } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { SharingServices, sharedAlbum } from './sharing-services.ts'
import { type PhotoState, readyPhoto } from './publishing-library.ts'

const env = setUp(() => SharingServices.start())

const stem = ({ filename }: PhotoState): string => filename.replace(/\.[^.]*$/, '')
const openLink = (token: string, grant?: string) => env.services.rpc.call(sharing.openLink, { token, grant }, anonymous)
const listFiles = (token: string, name: string, grant?: string) =>
  env.services.rpc.call(sharing.listFiles, { token, name, grant }, anonymous)

/** Returns the versions of the gallery before and after a change. */
async function versionsAround(token: string, change: () => Promise<unknown>): Promise<[string, string]> {
  const { version: before } = await openLink(token)
  await change()
  await env.services.settle()
  return [before, (await openLink(token)).version]
}

describe('the version of a gallery', () => {
  it('S-SHARE-22: changes with everything that the gallery shows', async () => {
    const { token, link, library, album, photos, photo } = await sharedAlbum(env, {}, 3)
    const ids = photos.map(({ photoId }) => photoId)
    const changes = [
      () => env.services.rpc.call(sharing.updateLink, { id: link.id, showTitles: false }, library.actor),
      () => library.publishAlbum({ ...album, version: 3, title: 'Autumn', description: '', theme: 'light' }),
      () => library.publishArrangement(album.albumId, 4, ids.toReversed()),
      () => library.publishPhoto({ ...photo, caption: 'Evening', version: 3 }),
      () => library.publishArrangement(album.albumId, 5, [], { removed: [ids[1] ?? ''] }),
      () => library.deletePhoto(photo),
    ]
    for (const change of changes) {
      const [before, after] = await versionsAround(token, change)
      expect(after).not.toBe(before)
    }
  })

  it('does not change with other data, such as another photo of the owner', async () => {
    const { token, library, photos } = await sharedAlbum(env, {}, 1)
    const other = await library.createAlbum({ photos: [readyPhoto(library.ownerId)] })
    await env.services.settle()
    const [before, after] = await versionsAround(token, async () => {
      await library.publishPhoto(readyPhoto(library.ownerId))
      await library.publishArrangement(other.albumId, 3, [photos[0]?.photoId ?? ''])
    })
    expect(after).toBe(before)
  })

  it('changes when a photo becomes ready while it is added to the album', async () => {
    for (let round = 0; round < 10; round++) {
      const { token, library, album } = await sharedAlbum(env, {}, 0)
      const late = readyPhoto(library.ownerId)
      await library.publishPhoto({ ...late, status: 'processing', variants: null, version: 1 })
      await env.services.settle()
      const { version } = await openLink(token)
      await Promise.all([library.publishPhoto(late), library.publishArrangement(album.albumId, 2, [late.photoId])])
      let [seen, shown] = [version, 0]
      // works like the gateway, which caches a response until the version changes
      const refresh = async () => {
        const now = (await openLink(token)).version
        if (now !== seen) shown = (await env.getGallery(token)).photos.length
        seen = now
      }
      for (let i = 0; i < 5; i++) await refresh()
      await env.services.settle()
      await refresh()
      expect(shown).toBe(1)
    }
  })
})

describe('files of a gallery', () => {
  it('L-MEDIA-05: are returned with their neighbors in the order of the album', async () => {
    const { token, photos } = await sharedAlbum(env, {}, 300)
    const { version, files: around } = await listFiles(token, stem(photos[100] as PhotoState))
    expect(version).toBe((await openLink(token)).version)
    expect(around.map(({ photoId }) => photoId).toSorted()).toEqual(
      photos
        .slice(50, 300)
        .map(({ photoId }) => photoId)
        .toSorted(),
    )
    const { photoId } = photos[100] as PhotoState
    expect(around.find(file => file.photoId === photoId)).toEqual({
      photoId,
      name: stem(photos[100] as PhotoState),
      downloadName: 'IMG.JPG',
      ...Object.fromEntries(
        ['sm', 'md', 'lg'].map(size => [
          size,
          { key: `${size}/${photoId}`, size: 100, sha256: `sha-${size}/${photoId}` },
        ]),
      ),
    })
  })
})
