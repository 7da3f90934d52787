import { SharingServices } from './sharing-services.ts'
import { readyPhoto, PublishingLibrary, type PhotoState } from './publishing-library.ts'

let w: SharingServices
beforeAll(async () => void (w = await SharingServices.start()))
afterAll(() => w.stop())

async function gallery(photos: Partial<PhotoState>[] = [{}], settings: Parameters<SharingServices['create']>[2] = {}) {
  const library = new PublishingLibrary(w.services)
  const states = photos.map(given => readyPhoto(library.ownerId, given))
  const album = await library.album({ description: 'By the sea', theme: 'dark', photos: states })
  const link = await w.create(album, library.actor, settings)
  return { library, album, link, token: link.token, photos: states, photo: states[0] as PhotoState }
}

describe('public answer', () => {
  it('follows title, description, theme, caption and a photo that becomes ready', async () => {
    const { token, library, album, photo } = await gallery([{ status: 'processing', variants: null, version: 1 }])
    expect(await w.gallery(token)).toMatchObject({ photos: [] })
    await library.photo(readyPhoto(library.ownerId, { photoId: photo.photoId, caption: 'Ready', version: 2 }))
    await library.publishAlbum({ ...album, version: 3, title: 'Autumn', description: '', theme: 'light' })
    await w.services.settle()
    expect(await w.gallery(token)).toMatchObject({
      album: { title: 'Autumn', description: '', theme: 'light' },
      photos: [{ id: photo.photoId, caption: 'Ready' }],
    })
  })
})

describe('media of a link', () => {
  it('is not that of another owner’s photo of the same name', async () => {
    const mine = await gallery()
    const theirs = await gallery([{ filename: mine.photo.filename }])
    expect(await w.locate(mine.token, mine.photo.filename)).toMatchObject({ photoId: mine.photo.photoId })
    expect(await w.locate(theirs.token, mine.photo.filename)).toMatchObject({ photoId: theirs.photo.photoId })
  })
})

describe('archive', () => {
  it('leaves out what is not shown', async () => {
    const { token } = await gallery([{}, { status: 'failed', variants: null }])
    expect((await w.archive(token)).files).toHaveLength(1)
    expect((await w.gallery(token)).photos).toHaveLength(1)
  })
})
