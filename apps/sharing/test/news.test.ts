import { anonymous, readSeen, sharing, writeSeen } from '@daymark/contracts'
import { SharingServices } from './sharing-services.ts'
import { type PhotoState, PublishingLibrary, readyPhoto } from './publishing-library.ts'

let w: SharingServices
beforeAll(async () => void (w = await SharingServices.start()))
afterAll(() => w.stop())

/** Somebody who has seen the gallery as it is, on an earlier visit. */
async function gallery(count = 1) {
  const library = new PublishingLibrary(w.services)
  const photos = Array.from({ length: count }, () => readyPhoto(library.ownerId))
  const album = await library.album({ photos })
  const { token, id } = await w.create(album, library.actor)
  await w.services.settle()
  const { upTo } = await ask(token)
  const seen = writeSeen({ since: upTo, upTo, at: w.services.clock.now().getTime() })
  const news = async () => {
    await w.services.settle()
    return (await ask(token, seen)).newIds
  }
  return { library, album, token, id, photos, photo: photos[0] as PhotoState, news, upTo }
}
const ask = (token: string, seen?: string) => w.services.rpc.call(sharing.getNews, { token, seen }, anonymous)
const processing = (photo: PhotoState): PhotoState => ({ ...photo, status: 'processing', variants: null, version: 1 })

describe('what is new in a gallery', () => {
  it('rule 119 counts from when it is shown, not from when it was put there', async () => {
    const { library, album, news } = await gallery()
    const late = readyPhoto(library.ownerId)
    await library.photo(processing(late))
    await library.place(album.albumId, 3, [late.photoId])
    expect(await news()).toEqual([])
    await library.photo(late)
    expect(await news()).toEqual([late.photoId])
    await library.photo({ ...late, version: 3, caption: 'Evening' })
    expect(await news()).toEqual([late.photoId])
  })

  it('rule 119 is told of a photo that becomes ready while it is put into the album', async () => {
    const { library, album, news } = await gallery(0)
    const late = Array.from({ length: 10 }, () => readyPhoto(library.ownerId))
    for (const photo of late) await library.photo(processing(photo))
    await w.services.settle()
    const place = ({ photoId }: PhotoState, n: number) => library.place(album.albumId, 3 + n, [photoId])
    await Promise.all(late.flatMap((photo, n) => [library.photo(photo), place(photo, n)]))
    expect((await news()).toSorted()).toEqual(late.map(({ photoId }) => photoId).toSorted())
  })

  it('rule 119 was there before where its variants are made anew', async () => {
    const { library, photo, news } = await gallery()
    await library.photo({ ...photo, version: 3, variants: null, status: 'processing' })
    expect(await news()).toEqual([])
    await library.photo({ ...photo, version: 4 })
    expect(await news()).toEqual([])
  })

  it('rule 119 begins again where the history of the gallery is another one than her browser knows', async () => {
    const { token, upTo } = await gallery()
    const ahead = writeSeen({ since: upTo, upTo: upTo + 1, at: w.services.clock.now().getTime() })
    expect(readSeen((await ask(token, ahead)).seen)).toMatchObject({ since: null, upTo })
  })
})
