import { screen, waitFor, within } from '@testing-library/react'
import { album, favorites } from '../../../../test/fake-albums.ts'
import { failure, image, type FakeApi } from '../../../../test/fake-api.ts'
import { hideConsoleErrors, renderApp } from '../../../../test/render-app.tsx'
import './album-list.page.tsx'

hideConsoleErrors()

const albums = [
  favorites({ image_count: 2 }),
  album({
    id: 'lisbon',
    title: 'Lisbon',
    image_count: 12,
    visibility: 'shared',
    cover_image: '/media/variants/sm/cover.jpg',
  }),
  album({ id: 'koi', title: 'Koi', image_count: 1 }),
]
const withAlbums =
  (list = albums) =>
  (api: FakeApi) => {
    api.images = [image({ id: 'a', is_favorite: true }), image({ id: 'b' })]
    api.on('GET /api/albums', () => Response.json(list))
  }
const titleField = () => screen.findByRole('textbox', { name: 'New album title' })
const createButton = () => screen.getByRole('button', { name: 'Create Album' })

it('L-ALB-03 L-ALB-04 Favorites comes first; cards show title, photo count and visibility', async () => {
  renderApp('/albums', withAlbums())
  const list = await screen.findByRole('list', { name: 'Albums' })
  const cards = within(list).getAllByRole('link')
  expect(cards.map(card => card.textContent)).toEqual([
    expect.stringMatching(/^Favorites\d photos?Private$/),
    'Lisbon12 photosShared',
    'Koi1 photoPrivate',
  ])
  expect(cards.map(card => card.getAttribute('href'))).toEqual(['/favorites', '/albums/lisbon', '/albums/koi'])
  expect(cards[1]?.querySelector('img')).toHaveAttribute('src', '/media/variants/sm/cover.jpg')
})

it('L-ALB-07 the cover of Favorites comes from the ten newest liked photos', async () => {
  const { api } = renderApp('/albums', withAlbums())
  const list = await screen.findByRole('list', { name: 'Albums' })
  await waitFor(() =>
    expect(within(list).getAllByRole('link')[0]?.querySelector('img')).toHaveAttribute(
      'src',
      '/media/variants/sm/a.jpg',
    ),
  )
  expect(api.callsTo('GET', '/api/images')[0]?.path).toBe('/api/images?is_favorite=true&limit=10')
})

it('L-ALB-03 L-FAV-03 Favorites shows the count of its page, even if the list of albums is older', async () => {
  renderApp('/albums', withAlbums([favorites({ image_count: 7 })]))
  await waitFor(() => expect(screen.getByRole('link', { name: /^Favorites/ })).toHaveTextContent('1 photo'))
})

it('L-ALB-05 without albums: No albums yet, and Favorites is still shown', async () => {
  renderApp('/albums', withAlbums([favorites()]))
  expect(await screen.findByRole('heading', { name: 'No albums yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: /Favorites/ })).toBeVisible()
})

it('L-ALB-02 an empty title: the button is disabled and Enter is ignored', async () => {
  const { api, person } = renderApp('/albums', withAlbums())
  await person.type(await titleField(), '   {Enter}')
  expect(createButton()).toBeDisabled()
  expect(api.callsTo('POST', '/api/albums')).toEqual([])
})

it('L-ALB-01 L-ALB-06 Enter creates the album and opens it', async () => {
  const { api, person, router } = renderApp('/albums', api => {
    withAlbums()(api)
    api.on('POST /api/albums', () => Response.json(album({ id: 'new', title: 'Porto' }), { status: 201 }))
  })
  await person.type(await titleField(), ' Porto {Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/albums/new'))
  expect(api.callsTo('POST', '/api/albums')[0]?.body).toEqual({ title: 'Porto' })
})

it('a double press creates one album', async () => {
  let answer: (response: Response) => void = () => undefined
  const { api, person, router } = renderApp('/albums', api => {
    withAlbums()(api)
    api.on('POST /api/albums', () => new Promise<Response>(resolve => (answer = resolve)))
  })
  await person.type(await titleField(), 'Once{Enter}{Enter}')
  await waitFor(() => expect(api.callsTo('POST', '/api/albums')).toHaveLength(1))
  answer(Response.json(album({ id: 'new', title: 'Once' }), { status: 201 }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/albums/new'))
  expect(api.callsTo('POST', '/api/albums')).toHaveLength(1)
})

it('L-ROLE-04 the plan refuses an eleventh album: the message appears under the field and the title stays', async () => {
  const message = 'The Starter plan is limited to 10 albums.'
  const { person } = renderApp('/albums', api => {
    withAlbums()(api)
    api.on('POST /api/albums', () => failure(403, message))
  })
  await person.type(await titleField(), 'Eleventh')
  await person.click(createButton())
  expect(await screen.findByText(message)).toBeVisible()
  expect(await titleField()).toHaveValue('Eleventh')
})

it('L-SKEL-02 a skeleton while the albums are loading, and a retry after a failure', async () => {
  let isDown = true
  const { person } = renderApp('/albums', api => {
    withAlbums()(api)
    api.on('GET /api/albums', () => (isDown ? failure(500) : Response.json(albums)))
  })
  expect(await screen.findByRole('status', { name: 'Loading albums' })).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'The albums could not be loaded' })).toBeVisible()
  isDown = false
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: /Lisbon/ })).toBeVisible()
})
