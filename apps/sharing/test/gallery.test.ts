import { setUp } from '@daymark/testing'
import { SharingServices } from './sharing-services.ts'
import { readyPhoto, PublishingLibrary, type PhotoState } from './publishing-library.ts'

const env = setUp(() => SharingServices.start())

async function createGallery(
  photos: Partial<PhotoState>[] = [{}],
  settings: Parameters<SharingServices['createLink']>[2] = {},
) {
  const library = new PublishingLibrary(env.services)
  const states = photos.map(given => readyPhoto(library.ownerId, given))
  const album = await library.createAlbum({ description: 'By the sea', theme: 'dark', photos: states })
  const link = await env.createLink(album, library.actor, settings)
  return { library, album, link, token: link.token, photos: states, photo: states[0] as PhotoState }
}

describe('a gallery', () => {
  it('shows changes of title, description, theme and caption, and photos that become ready', async () => {
    const { token, library, album, photo } = await createGallery([{ status: 'processing', variants: null, version: 1 }])
    expect(await env.getGallery(token)).toMatchObject({ photos: [] })
    await library.publishPhoto(readyPhoto(library.ownerId, { photoId: photo.photoId, caption: 'Ready', version: 2 }))
    await library.publishAlbum({ ...album, version: 3, title: 'Autumn', description: '', theme: 'light' })
    await env.services.settle()
    expect(await env.getGallery(token)).toMatchObject({
      album: { title: 'Autumn', description: '', theme: 'light' },
      photos: [{ id: photo.photoId, caption: 'Ready' }],
    })
  })
})

describe('media of a gallery', () => {
  it('is not mixed up with another owner’s photo of the same name', async () => {
    const mine = await createGallery()
    const theirs = await createGallery([{ filename: mine.photo.filename }])
    expect(await env.locate(mine.token, mine.photo.filename)).toMatchObject({ photoId: mine.photo.photoId })
    expect(await env.locate(theirs.token, mine.photo.filename)).toMatchObject({ photoId: theirs.photo.photoId })
  })
})

describe('the ZIP of a gallery', () => {
  it('omits photos that the gallery does not show', async () => {
    const { token } = await createGallery([{}, { status: 'failed', variants: null }])
    expect((await env.listArchive(token)).files).toHaveLength(1)
    expect((await env.getGallery(token)).photos).toHaveLength(1)
  })
})
