import { anonymous, parseSeenState, sharing, formatSeenState } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { SharingServices, sharedAlbum } from './sharing-services.ts'
import { type PhotoState, readyPhoto } from './publishing-library.ts'

const env = setUp(() => SharingServices.start())

/** Creates a gallery and a visitor who has already seen all of its photos on an earlier visit. */
async function createGallery(count = 1) {
  const shared = await sharedAlbum(env, {}, count)
  const { token } = shared
  const { upTo } = await getNews(token)
  const seen = formatSeenState({ since: upTo, upTo, at: env.services.clock.now().getTime() })
  const news = async () => {
    await env.services.settle()
    return (await getNews(token, seen)).newIds
  }
  return { ...shared, news, upTo }
}
const getNews = (token: string, seen?: string) => env.services.rpc.call(sharing.getNews, { token, seen }, anonymous)
const processing = (photo: PhotoState): PhotoState => ({ ...photo, status: 'processing', variants: null, version: 1 })

describe('news of a gallery', () => {
  it('rule 119: a photo is new when it becomes visible, not when it was added to the album', async () => {
    const { library, album, news } = await createGallery()
    const late = readyPhoto(library.ownerId)
    await library.publishPhoto(processing(late))
    await library.publishArrangement(album.albumId, 3, [late.photoId])
    expect(await news()).toEqual([])
    await library.publishPhoto(late)
    expect(await news()).toEqual([late.photoId])
    await library.publishPhoto({ ...late, version: 3, caption: 'Evening' })
    expect(await news()).toEqual([late.photoId])
  })

  it('rule 119: contains photos that become ready while they are added to the album', async () => {
    const { library, album, news } = await createGallery(0)
    const late = Array.from({ length: 10 }, () => readyPhoto(library.ownerId))
    for (const photo of late) await library.publishPhoto(processing(photo))
    await env.services.settle()
    const place = ({ photoId }: PhotoState, n: number) => library.publishArrangement(album.albumId, 3 + n, [photoId])
    await Promise.all(late.flatMap((photo, n) => [library.publishPhoto(photo), place(photo, n)]))
    expect((await news()).toSorted()).toEqual(late.map(({ photoId }) => photoId).toSorted())
  })

  it('rule 119: a photo is not new after its variants were rendered again', async () => {
    const { library, photo, news } = await createGallery()
    await library.publishPhoto({ ...photo, version: 3, variants: null, status: 'processing' })
    expect(await news()).toEqual([])
    await library.publishPhoto({ ...photo, version: 4 })
    expect(await news()).toEqual([])
  })

  it('rule 119: starts again if the visitor’s state is ahead of the gallery', async () => {
    const { token, upTo } = await createGallery()
    const ahead = formatSeenState({ since: upTo, upTo: upTo + 1, at: env.services.clock.now().getTime() })
    expect(parseSeenState((await getNews(token, ahead)).seen)).toMatchObject({ since: null, upTo })
  })
})
