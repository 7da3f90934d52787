import { screen, waitFor, within } from '@testing-library/react'
import { jest } from '@jest/globals'
import { album } from '../../../test/fake-albums.ts'
import { success, failure, image, images, type FakeApi } from '../../../test/fake-api.ts'
import { mockNativeDialogs, onPhone, renderApp } from '../../../test/render-app.tsx'

const { alerts, confirms } = mockNativeDialogs()

const withPhotos = (count: number) => (api: FakeApi) => void (api.images = images(count))
const tile = (name: string) => screen.findByRole('button', { name: `Open ${name}` })
const heart = (name: string) => screen.findByRole('button', { name: `Like ${name}` })
const button = (name: string) => screen.getByRole('button', { name })

it.each(['/', '/photos'])('L-ROUTE-04 L-PHOTO-01 L-PHOTO-02 L-PHOTO-03 %s shows all photos, paged', async path => {
  const { api } = renderApp(path, withPhotos(120))
  expect(await screen.findByText('Showing 1-50 of 120 photos')).toBeVisible()
  expect(button('Upload Photos')).toBeEnabled()
  expect(button('Select Images')).toBeEnabled()
  expect(api.callsTo('GET', '/api/images')[0]?.path).toBe('/api/images?limit=50&offset=0')
})

it('L-PHOTO-08 without photos: Welcome to Your Photo Gallery!', async () => {
  renderApp('/')
  expect(await screen.findByRole('heading', { name: 'Welcome to Your Photo Gallery!' })).toBeVisible()
  expect(screen.queryByText(/^Showing/)).toBeNull()
  expect(button('Select Images')).toBeDisabled()
})

it('L-PHOTO-09 L-PHOTO-10 L-PHOTO-20 pages of 50, each read under its own address', async () => {
  // With a constant time, cached pages stay fresh and are not requested again.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now())
  const { api, person, router } = renderApp('/', withPhotos(120))
  await person.click(await screen.findByRole('button', { name: 'Page 3' }))
  expect(await screen.findByText('Showing 101-120 of 120 photos')).toBeVisible()
  expect(router.state.location.search).toBe('?page=3')
  expect(button('Next')).toBeDisabled()
  expect(button('Last')).toBeDisabled()
  await person.click(button('First'))
  expect(await screen.findByText('Showing 1-50 of 120 photos')).toBeVisible()
  expect(button('Previous')).toBeDisabled()
  await person.click(button('Next'))
  expect(await screen.findByText('Showing 51-100 of 120 photos')).toBeVisible()
  await waitFor(() =>
    expect(api.callsTo('GET', '/api/images').map(({ path }) => path)).toEqual(
      [0, 100, 50].map(offset => `/api/images?limit=50&offset=${offset}`),
    ),
  )
  clock.mockRestore()
})

it('L-PHOTO-11 L-ROUTE-12 a page button scrolls to the top; a page that no longer exists keeps the position', async () => {
  const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const { router, view } = renderApp('/?page=2', withPhotos(50))
  expect(await screen.findByText('Showing 1-50 of 50 photos')).toBeVisible()
  expect(router.state.location.search).toBe('?page=1')
  expect(scrolled).not.toHaveBeenCalled()
  view.unmount()
  const { person } = renderApp('/', withPhotos(120))
  await person.click(await screen.findByRole('button', { name: 'Page 2' }))
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith(0, 0))
})

it('L-PHOTO-05 Clear Filters is shown only with active filters, and clears them', async () => {
  const { api, person, router } = renderApp('/?is_favorite=true', api => {
    api.images = [...images(3), image({ id: 'liked', is_favorite: true })]
  })
  expect(await screen.findByText('Showing 1-1 of 1 photos')).toBeVisible()
  expect(api.callsTo('GET', '/api/images')[0]?.path).toContain('is_favorite=true')
  await person.click(button('Clear Filters'))
  expect(await screen.findByText('Showing 1-4 of 4 photos')).toBeVisible()
  expect(router.state.location.search).toBe('')
  expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull()
})

it('L-PHOTO-04 L-GRID-01 grid and large view; the choice is stored', async () => {
  const { person, view } = renderApp('/', withPhotos(3))
  const list = await screen.findByRole('list', { name: 'Photos' })
  const height = list.style.height
  expect(button('Grid view')).toHaveAttribute('aria-pressed', 'true')
  await person.click(button('Large view'))
  expect(button('Large view')).toHaveAttribute('aria-pressed', 'true')
  expect(parseInt(list.style.height)).toBeGreaterThan(parseInt(height))
  view.unmount()
  renderApp('/', withPhotos(3))
  expect(await screen.findByRole('button', { name: 'Large view' })).toHaveAttribute('aria-pressed', 'true')
  await person.click(button('Grid view'))
})

it('L-GRID-04 L-GRID-05 L-GRID-06 tiles show tags, format and title', async () => {
  renderApp('/', api => {
    api.images = [
      image({
        id: '1',
        title: 'Harbor',
        original_format: 'NEF',
        tags: [
          { id: 'a', label: 'sea' },
          { id: 'b', label: 'night' },
        ],
      }),
    ]
  })
  const [item] = await screen.findAllByRole('listitem')
  if (!item) throw new Error('no tile')
  expect(within(item).getByText('2 tags')).toBeInTheDocument()
  expect(within(item).getByText('NEF')).toBeInTheDocument()
  expect(within(item).getByText('Harbor')).toBeInTheDocument()
})

it('a processing and a failed photo have a neutral tile', async () => {
  renderApp('/', api => {
    api.images = [image({ id: '1', processing_status: 'processing' }), image({ id: '2', processing_status: 'failed' })]
  })
  expect(await tile('DSC_1.JPG Processing…')).toBeVisible()
  expect(await tile('DSC_2.JPG No preview')).toBeVisible()
})

it('L-GRID-02 a press opens the lightbox', async () => {
  const { person } = renderApp('/', withPhotos(3))
  await person.click(await tile('DSC_2.JPG'))
  expect(await screen.findByRole('dialog')).toHaveTextContent('DSC_2.JPG')
})

it('L-GRID-03 L-STATE-01 a like toggles at once and is sent', async () => {
  const { api, person } = renderApp('/', withPhotos(2))
  let respond: (response: Response) => void = () => undefined
  api.on('PATCH /api/images/:id', () => new Promise<Response>(resolve => (respond = resolve)))
  await person.click(await heart('DSC_1.JPG'))
  expect(await heart('DSC_1.JPG')).toHaveAttribute('aria-pressed', 'true')
  expect(await heart('DSC_2.JPG')).toHaveAttribute('aria-pressed', 'false')
  await waitFor(() => expect(api.callsTo('PATCH', '/api/images/1')[0]?.body).toEqual({ is_favorite: true }))
  api.images = api.images.map(photo => ({ ...photo, is_favorite: photo.id === '1' }))
  respond(Response.json(api.images[0]))
  await waitFor(() => expect(api.callsTo('GET', '/api/images')).toHaveLength(2))
  expect(await heart('DSC_1.JPG')).toHaveAttribute('aria-pressed', 'true')
})

it('L-STATE-02 a like that fails is reverted silently', async () => {
  const { api, person } = renderApp('/', withPhotos(1))
  let respond: (response: Response) => void = () => undefined
  api.on('PATCH /api/images/:id', () => new Promise<Response>(resolve => (respond = resolve)))
  await person.click(await heart('DSC_1.JPG'))
  expect(await heart('DSC_1.JPG')).toHaveAttribute('aria-pressed', 'true')
  await waitFor(() => expect(api.callsTo('PATCH', '/api/images/1')).toHaveLength(1))
  respond(failure(500))
  await waitFor(async () => expect(await heart('DSC_1.JPG')).toHaveAttribute('aria-pressed', 'false'))
  expect(alerts).not.toHaveBeenCalled()
})

describe('selecting', () => {
  const select = async (prepare: (api: FakeApi) => void, ...names: string[]) => {
    const app = renderApp('/', prepare)
    await app.person.click(await screen.findByRole('button', { name: 'Select Images' }))
    await within(await screen.findByRole('toolbar', { name: 'Selected photos' })).findByRole('button', {
      name: 'Cancel',
    })
    for (const name of names) await app.person.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
    return app
  }

  it('L-PHOTO-06 L-PHOTO-07 L-GRID-07 has four buttons; the buttons that change photos are disabled without a selection', async () => {
    const { person } = await select(withPhotos(3))
    const bulk = ['Tag Selected', 'Add to Album', 'Delete Selected']
    for (const name of bulk) expect(button(name)).toBeDisabled()
    expect(screen.getAllByRole('checkbox')).toHaveLength(3)
    await person.click(screen.getByRole('checkbox', { name: 'Select DSC_2.JPG' }))
    for (const name of bulk) expect(button(name)).toBeEnabled()
    expect(screen.getByText('1 selected')).toBeVisible()
    await person.click(button('Cancel'))
    expect(screen.queryAllByRole('checkbox')).toEqual([])
    expect(button('Select Images')).toBeVisible()
  })

  it.each([
    [['DSC_1.JPG'], 'Delete this photo? This cannot be undone.'],
    [['DSC_1.JPG', 'DSC_3.JPG'], 'Delete 2 photos? This cannot be undone.'],
  ])(
    'L-VAL-10 L-VAL-11 L-STATE-03 deleting %j asks first and removes them from the screen at once',
    async (names, question) => {
      const { api, person } = await select(withPhotos(4), ...names)
      const answers: ((response: Response) => void)[] = []
      api.on('DELETE /api/images/:id', () => new Promise<Response>(resolve => answers.push(resolve)))
      await person.click(button('Delete Selected'))
      expect(confirms).toHaveBeenCalledWith(question)
      for (const name of names) expect(screen.queryByRole('button', { name: `Open ${name}` })).toBeNull()
      expect(screen.getByText(`Showing 1-${4 - names.length} of ${4 - names.length} photos`)).toBeVisible()
      for (let i = 0; i < names.length; i++) {
        await waitFor(() => expect(answers).toHaveLength(i + 1))
        answers[i]?.(success())
      }
      await waitFor(() => expect(api.callsTo('GET', '/api/images')).toHaveLength(2))
    },
  )

  it('nothing is deleted without the confirmation', async () => {
    const { api, person } = await select(withPhotos(2), 'DSC_1.JPG')
    confirms.mockReturnValueOnce(false)
    await person.click(button('Delete Selected'))
    expect(api.callsTo('DELETE', '/api/images')).toEqual([])
    expect(screen.getByText('1 selected')).toBeVisible()
  })

  it('L-ERR-08 L-PHOTO-19 photos that could not be deleted reappear with an alert, and the list is read again', async () => {
    const { api, person } = await select(withPhotos(3), 'DSC_1.JPG', 'DSC_2.JPG')
    api.on('DELETE /api/images/:id', ({ id }) => {
      if (id === '1') return failure(500)
      api.images = api.images.filter(photo => photo.id !== id)
      return success()
    })
    await person.click(button('Delete Selected'))
    await waitFor(() => expect(alerts).toHaveBeenCalledWith('Failed to delete some photos'))
    expect(await tile('DSC_1.JPG')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Open DSC_2.JPG' })).toBeNull()
    await waitFor(() => expect(api.callsTo('GET', '/api/images')).toHaveLength(2))
    expect(await screen.findByText('Showing 1-2 of 2 photos')).toBeVisible()
  })

  it('L-PHOTO-17 L-PHOTO-18 a bulk add sends one request per photo and clears the selection', async () => {
    const { api, person } = await select(
      api => {
        withPhotos(3)(api)
        api.on('GET /api/albums', () => Response.json([album({ id: 'a', title: 'Iceland', image_count: 4 })]))
        api.on('POST /api/albums/a/images', () => success({ added: 1, skipped: 0 }))
      },
      'DSC_1.JPG',
      'DSC_3.JPG',
    )
    await person.click(button('Add to Album'))
    await person.click(await screen.findByRole('button', { name: /Iceland/ }))
    await waitFor(() => expect(alerts).toHaveBeenCalledWith('Added 2 photos to album!'))
    expect(api.callsTo('POST', '/api/albums/a/images').map(({ body }) => body)).toEqual([
      { image_id: '1' },
      { image_id: '3' },
    ])
    await waitFor(() => expect(screen.queryAllByRole('checkbox')).toEqual([]))
  })
})

describe('on a phone', () => {
  onPhone()
  // jsdom renders no menu as open, so hidden items are included.
  const items = () => screen.findAllByRole('menuitem', { hidden: true })
  const item = (name: string) => screen.findByRole('menuitem', { name, hidden: true })

  it('L-NAV-09 L-PHOTO-15 the floating button offers Select and Upload', async () => {
    const { person } = renderApp('/', withPhotos(2))
    expect(await screen.findByRole('button', { name: 'Photo actions' })).toBeVisible()
    expect((await items()).map(({ textContent }) => textContent)).toEqual(['Select', 'Upload'])
    expect(screen.queryByRole('button', { name: 'Upload Photos' })).toBeNull()
    await person.click(await item('Upload'))
    expect(await screen.findByRole('dialog', { name: 'Upload Photos' })).toBeVisible()
  })

  it('L-PHOTO-16 the floating button shows the number of selected photos and offers Tag, Add to Album and Delete', async () => {
    const { person } = renderApp('/', withPhotos(3))
    await person.click(await item('Select'))
    expect(await screen.findByRole('button', { name: 'Actions for 0 selected' })).toBeVisible()
    for (const name of ['Tag', 'Add to Album', 'Delete']) expect(await item(name)).toBeDisabled()
    await person.click(screen.getByRole('checkbox', { name: 'Select DSC_1.JPG' }))
    await person.click(screen.getByRole('checkbox', { name: 'Select DSC_3.JPG' }))
    expect(screen.getByRole('button', { name: 'Actions for 2 selected' })).toBeVisible()
    confirms.mockReturnValueOnce(false)
    await person.click(await item('Delete'))
    expect(confirms).toHaveBeenCalledWith('Delete 2 photos? This cannot be undone.')
  })
})

it('L-SKEL-01 placeholders are shown while photos are loading', async () => {
  renderApp('/', api => api.on('GET /api/images', () => new Promise<Response>(() => undefined)))
  expect(await screen.findByRole('status', { name: 'Loading photos' })).toBeVisible()
})

it('a failure to read the list is shown and can be retried', async () => {
  const { api, person } = renderApp('/', api => api.on('GET /api/images', () => failure(400)))
  expect(await screen.findByText('Your photos could not be loaded')).toBeVisible()
  api.on('GET /api/images', () => Response.json({ images: images(1), total: 1, limit: 50, offset: 0 }))
  await person.click(button('Try Again'))
  expect(await tile('DSC_1.JPG')).toBeVisible()
})

it('rule 53 the history entry stores the photo in view, for Back and a reload', async () => {
  const { person } = renderApp('/', withPhotos(9))
  const item = (await tile('DSC_7.JPG')).closest('li')
  // jsdom has no layout: the page is scrolled, and only this photo is in view.
  Object.assign(window, { scrollY: 900 })
  if (item) item.getBoundingClientRect = () => ({ top: 100, bottom: 300 }) as DOMRect
  await person.click(document.body)
  expect(history.state).toEqual({ place: { id: '7', top: 100 } })
  Object.assign(window, { scrollY: 0 })
  history.replaceState(null, '')
})
