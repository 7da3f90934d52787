import { screen, waitFor } from '@testing-library/react'
import { favorites } from '../../../test/fake-albums.ts'
import { failure, image, images, type FakeApi } from '../../../test/fake-api.ts'
import { expectToast, mockNativeDialogs, renderApp } from '../../../test/render-app.tsx'

const { alerts } = mockNativeDialogs()

const liked = (count: number) => images(count).map(photo => ({ ...photo, is_favorite: true }))
const withLiked = (count: number) => (api: FakeApi) => {
  api.images = [...liked(count), image({ id: 'other' })]
  api.on('GET /api/albums', () => Response.json([favorites({ image_count: count })]))
}
const focusedElement = () => document.activeElement as HTMLElement
const button = (name: string) => screen.findByRole('button', { name })
const open = (name: string) => button(`Open ${name}`)
const shownPhotos = () =>
  screen.queryAllByRole('button', { name: /^Open DSC/ }).map(tile => tile.textContent.replace('Open ', ''))

it('L-ROUTE-07 L-FAV-01 L-FAV-02 has a heart title and a description', async () => {
  renderApp('/favorites', withLiked(2))
  const title = await screen.findByRole('heading', { level: 1, name: 'Favorites' })
  expect(title.querySelector('svg')).not.toBeNull()
  expect(
    screen.getByText("Photos you've liked are automatically collected here. This album cannot be deleted."),
  ).toBeVisible()
})

it('L-FAV-03 shows the liked photos, paged', async () => {
  const { api, person, router } = renderApp('/favorites', withLiked(60))
  expect(await screen.findByText('Showing 1-50 of 60 photos')).toBeVisible()
  expect(api.callsTo('GET', '/api/images')[0]?.path).toBe('/api/images?is_favorite=true&limit=50&offset=0')
  await person.click(await button('Page 2'))
  expect(await screen.findByText('Showing 51-60 of 60 photos')).toBeVisible()
  expect(router.state.location.search).toBe('?page=2')
})

it('L-FAV-03 L-GRID-02 a press opens the lightbox over the liked photos', async () => {
  const { person } = renderApp('/favorites', withLiked(3))
  await person.click(await open('DSC_2.JPG'))
  expect(await screen.findByRole('dialog', { name: 'Photo viewer' })).toHaveTextContent('2 of 3')
})

it("L-FAV-04 without liked photos: 'No favorites yet', and a link to the photos", async () => {
  const { person, router } = renderApp('/favorites')
  expect(await screen.findByRole('heading', { name: 'No favorites yet' })).toBeVisible()
  expect(screen.getByText('Like photos to see them appear here automatically')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Select Images' })).toBeNull()
  await person.click(screen.getByRole('link', { name: 'Go to Photos' }))
  expect(router.state.location.pathname).toBe('/photos')
})

it('L-FAV-03 L-STATE-01 an unliked photo disappears at once from every list of liked photos', async () => {
  const { api, person, router } = renderApp('/favorites', withLiked(3))
  let respond: (response: Response) => void = () => undefined
  api.on('PATCH /api/images/:id', () => new Promise<Response>(resolve => (respond = resolve)))
  await person.click(await button('Like DSC_2.JPG'))
  expect(shownPhotos()).toEqual(['DSC_1.JPG', 'DSC_3.JPG'])
  expect(screen.getByText('Showing 1-2 of 2 photos')).toBeVisible()
  // keyboard users continue at the next photo
  await waitFor(() => expect(screen.getByRole('list', { name: 'Photos you liked' })).toContainElement(focusedElement()))
  api.images = api.images.map(photo => (photo.id === '2' ? { ...photo, is_favorite: false } : photo))
  await waitFor(() => expect(api.callsTo('PATCH', '/api/images/2')[0]?.body).toEqual({ is_favorite: false }))
  respond(Response.json(api.images[1]))
  await person.click(screen.getByRole('link', { name: 'Albums' }))
  await waitFor(() => expect(screen.getByRole('link', { name: /^Favorites/ })).toHaveTextContent('2 photos'))
  expect(router.state.location.pathname).toBe('/albums')
})

it('L-STATE-02 a photo whose unlike fails silently returns to its position', async () => {
  const { api, person } = renderApp('/favorites', withLiked(3))
  let respond: (response: Response) => void = () => undefined
  api.on('PATCH /api/images/:id', () => new Promise<Response>(resolve => (respond = resolve)))
  await person.click(await button('Like DSC_2.JPG'))
  expect(shownPhotos()).toEqual(['DSC_1.JPG', 'DSC_3.JPG'])
  await waitFor(() => expect(api.callsTo('PATCH', '/api/images/2')).toHaveLength(1))
  api.on('GET /api/images', () => new Promise<Response>(() => undefined))
  respond(failure(500))
  await waitFor(() => expect(shownPhotos()).toEqual(['DSC_1.JPG', 'DSC_2.JPG', 'DSC_3.JPG']))
  expect(await button('Like DSC_2.JPG')).toHaveAttribute('aria-pressed', 'true')
  expect(alerts).not.toHaveBeenCalled()
})

describe('selecting', () => {
  const select = async (prepare: (api: FakeApi) => void, ...names: string[]) => {
    const app = renderApp('/favorites', prepare)
    await app.person.click(await button('Select Images'))
    for (const name of names) await app.person.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
    return app
  }

  it('Unlike removes the selected photos from the screen with one request each', async () => {
    const { api, person } = await select(withLiked(3), 'DSC_1.JPG', 'DSC_3.JPG')
    await person.click(await button('Unlike'))
    expect(shownPhotos()).toEqual(['DSC_2.JPG'])
    await waitFor(() =>
      expect(api.callsTo('PATCH', '/api/images').map(({ path, body }) => [path, body])).toEqual([
        ['/api/images/1', { is_favorite: false }],
        ['/api/images/3', { is_favorite: false }],
      ]),
    )
    expect(await screen.findByText('Showing 1-1 of 1 photos')).toBeVisible()
    expect(await button('Select Images')).toBeVisible()
  })

  it('photos that could not be unliked reappear with an error message', async () => {
    const { api, person } = await select(withLiked(3), 'DSC_1.JPG', 'DSC_2.JPG')
    api.on('PATCH /api/images/:id', ({ id }) => {
      if (id === '1') return failure(500)
      api.images = api.images.map(photo => (photo.id === id ? { ...photo, is_favorite: false } : photo))
      return Response.json({})
    })
    await person.click(await button('Unlike'))
    await expectToast('Some photos could not be removed from Favorites. Please try again.')
    await waitFor(() => expect(shownPhotos()).toEqual(['DSC_1.JPG', 'DSC_3.JPG']))
  })
})

it('rule 21 links to the Favorites album, in which the user can share and order the photos', async () => {
  renderApp('/favorites', withLiked(1))
  expect(await screen.findByRole('link', { name: 'Open as Album' })).toHaveAttribute('href', '/albums/favorites')
})
