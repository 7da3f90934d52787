import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { jest } from '@jest/globals'
import type { http } from '@daymark/contracts'
import { success, failure, type FakeApi } from '../../../test/fake-api.ts'
import { gallery } from '../../../test/fake-gallery.ts'
import { hideConsoleErrors, renderApp } from '../../../test/render-app.tsx'
import './share.page.tsx'

hideConsoleErrors()
const beacons: string[] = []
Object.assign(navigator, {
  sendBeacon: (_: string, body: Blob) => {
    const reader = new FileReader()
    reader.onload = () => beacons.push(String(reader.result))
    reader.readAsText(body)
  },
})
beforeEach(() => void beacons.splice(0))

const openGallery = (
  answer: http.PublicShare | (() => Response) = gallery(),
  address = '/share/tok',
  prepare?: (api: FakeApi) => void,
) =>
  renderApp(address, api => {
    api.user = null
    api.on('GET /api/shares/public/tok', typeof answer === 'function' ? answer : () => Response.json(answer))
    api.on('POST /api/shares/track', () => new Response(null, { status: 204 }))
    prepare?.(api)
  })
/** Returns the tracked events without their ids. */
const findTrackedEvents = ({ api }: ReturnType<typeof openGallery>) =>
  api.callsTo('POST', '/api/shares/track').map(({ body }) => {
    const { event_id: _, ...event } = body as Record<string, unknown>
    return event
  })
const findButton = (name: string) => screen.findByRole('button', { name })
const findViewer = async () => within(await screen.findByRole('dialog', { name: 'Photo viewer' }))

it('S-PUB-01 S-PUB-02 S-PUB-21 title, description and photo count, without session and application frame', async () => {
  const { api } = openGallery()
  expect(screen.getByText('Loading...')).toBeVisible()
  expect(await screen.findByRole('heading', { level: 1, name: 'Lisbon' })).toBeVisible()
  expect(screen.getByText('Three days in March')).toBeVisible()
  expect(screen.getByText('5 photos')).toBeVisible()
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(api.callsTo('GET', '/api/auth')).toEqual([])
  expect(document.title).toBe('Lisbon · Daymark')
})

it('S-PUB-03 Download Album (ZIP) and single downloads only if the link allows them', async () => {
  const { view } = openGallery()
  expect(await screen.findByRole('link', { name: 'Download Album (ZIP)' })).toHaveAttribute(
    'href',
    '/api/shares/public/tok/download',
  )
  expect(screen.getByRole('link', { name: 'Download Title 1' })).toHaveAttribute(
    'href',
    '/media/share/lg/p1.jpg?token=tok&download=1',
  )
  view.unmount()
  openGallery(gallery({ allow_downloads: false }), '/share/tok?photo=p1')
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(screen.queryByRole('link', { name: /Download/ })).toBeNull()
})

it('shows the name of the photographer if the link does', async () => {
  const { view } = openGallery({ ...gallery(), photographer: 'Ada Berg' })
  expect(await screen.findByText('Photographs by Ada Berg')).toBeVisible()
  view.unmount()
  openGallery()
  await screen.findByRole('heading', { level: 1, name: 'Lisbon' })
  expect(screen.queryByText(/Photographs by/)).toBeNull()
})

it('S-PUB-04 S-PUB-20 a masonry of all photos in the size that its columns need, fetched after the cover', async () => {
  const { view } = openGallery()
  // From the start of the page, other pictures wait for the cover for at most 2 seconds.
  const pictures = await waitFor(() =>
    within(screen.getByRole('list', { name: 'Photos' }))
      .getAllByRole('listitem')
      .map(item => item.querySelector('img')),
  )
  expect(pictures).toEqual(Array(5).fill(null))
  const cover = view.container.querySelector('header img')
  if (!cover) throw new Error('no cover')
  fireEvent.load(cover)
  await waitFor(() => expect(view.container.querySelectorAll('li img')).toHaveLength(5))
  // 1200 px in three columns are 394 each: md.
  expect(view.container.querySelector('li img')).toHaveAttribute('src', '/media/share/md/p1.jpg?token=tok')
})

it('S-PUB-06 S-PUB-11 S-PUB-12 buttons and arrow keys navigate, the position is #n of total, and both ends wrap', async () => {
  const { person } = openGallery()
  await person.click(await findButton('Open Title 5'))
  const shown = await findViewer()
  expect(shown.getByText('#5 of 5')).toBeVisible()
  await person.click(shown.getByRole('button', { name: 'Next photo' }))
  expect(shown.getByText('#1 of 5')).toBeVisible()
  await person.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(shown.getByText('#4 of 5')).toBeVisible()
})

it('S-PUB-09 S-PUB-10 title and caption; no title where the link hides titles', async () => {
  const { view } = openGallery(gallery(), '/share/tok?photo=p2')
  const shown = await findViewer()
  expect(shown.getByRole('heading', { name: 'Title 2' })).toBeVisible()
  expect(shown.getByText('Early light')).toBeVisible()
  view.unmount()
  const hidden = gallery({ show_titles: false })
  openGallery({ ...hidden, images: hidden.images.map(({ title: _, ...photo }) => photo) }, '/share/tok?photo=p2')
  const viewerWithoutTitles = await findViewer()
  expect(viewerWithoutTitles.queryByRole('heading')).toBeNull()
  expect(viewerWithoutTitles.getByText('Early light')).toBeVisible()
  expect(screen.queryByText(/Title/)).toBeNull()
})

it('S-PUB-05 Gallery shows the contact sheet, Single goes back', async () => {
  const { person } = openGallery(gallery(), '/share/tok?photo=p1')
  const shown = await findViewer()
  await person.click(shown.getByRole('button', { name: 'Gallery' }))
  expect(shown.getAllByRole('button', { name: /^Open photo/ })).toHaveLength(5)
  await person.click(shown.getByRole('button', { name: 'Open photo 3: Title 3' }))
  expect(shown.getByText('#3 of 5')).toBeVisible()
  await person.click(shown.getByRole('button', { name: 'Gallery' }))
  await person.click(shown.getByRole('button', { name: 'Single' }))
  expect(shown.getByText('#3 of 5')).toBeVisible()
})

it('S-PUB-07 Escape and Back close the viewer, and the address no longer names a photo', async () => {
  const { person, router } = openGallery()
  await person.click(await findButton('Open Title 2'))
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(await findButton('Open Title 2'))
  expect(router.state.location.search).toBe('?photo=p2')
  fireEvent(await screen.findByRole('dialog'), new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('')
})

it('S-PUB-08 S-PUB-13 L-VAL-15 a swipe beyond 50 px shows the next photo, a shorter one does not', async () => {
  openGallery(gallery(), '/share/tok?photo=p2')
  const shown = await findViewer()
  const picture = shown.getByRole('img', { name: 'Title 2' })
  const swipe = (dx: number) => {
    const at = (clientX: number) => ({ pointerId: 1, pointerType: 'touch', clientX, clientY: 300, bubbles: true })
    const fire = (type: string, clientX: number) => {
      const event = new MouseEvent(type, at(clientX))
      fireEvent(picture, Object.assign(event, { pointerId: 1, pointerType: 'touch' }))
    }
    fire('pointerdown', 300)
    fire('pointermove', 300 + dx / 2)
    fire('pointerup', 300 + dx)
  }
  swipe(-50)
  expect(shown.getByText('#2 of 5')).toBeVisible()
  swipe(-51)
  expect(shown.getByText('#3 of 5')).toBeVisible()
})

it('S-PUB-14 S-PUB-15 Gallery Unavailable with the message of the server, or the default one', async () => {
  const { view } = openGallery(() => failure(410, 'This gallery was closed.'))
  expect(await screen.findByRole('heading', { name: 'Gallery Unavailable' })).toBeVisible()
  expect(screen.getByText('This gallery was closed.')).toBeVisible()
  expect(screen.getByText('Please contact the photographer for a new link.')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  view.unmount()
  openGallery(() => new Response('', { status: 404 }))
  expect(await screen.findByText('This gallery link may have expired or been removed.')).toBeVisible()
})

it('S-PUB-14 a temporary server failure is retried', async () => {
  let attempts = 0
  openGallery(() => (++attempts < 3 ? failure(503, 'The service is busy.') : Response.json(gallery())))
  expect(await screen.findByRole('heading', { name: 'Lisbon' })).toBeVisible()
})

it('S-PUB-14 after a server failure the visitor can retry', async () => {
  let isUnavailable = true
  const { person } = openGallery(() =>
    isUnavailable ? failure(503, 'The service is busy.') : Response.json(gallery()),
  )
  const again = await findButton('Try Again')
  isUnavailable = false
  await person.click(again)
  expect(await screen.findByRole('heading', { name: 'Lisbon' })).toBeVisible()
})

it('a protected gallery asks for its password before it shows anything', async () => {
  let isOpen = false
  const createLockedResponse = () =>
    Response.json(
      { error: 'Password', message: 'Password', code: 'password_required', request_id: 'x' },
      { status: 401 },
    )
  const { api, person } = openGallery(
    () => (isOpen ? Response.json(gallery()) : createLockedResponse()),
    '/share/tok',
    api =>
      api.on('POST /api/shares/public/tok/unlock', ({ body }) => {
        isOpen = body['password'] === 'sesame'
        return isOpen ? success() : createLockedResponse()
      }),
  )
  const field = await screen.findByLabelText('Password')
  await person.type(field, 'wrong{Enter}')
  expect(await screen.findByText('Wrong password.')).toBeVisible()
  await person.clear(field)
  await person.type(field, 'sesame')
  await person.click(await findButton('Open Gallery'))
  expect(await screen.findByRole('heading', { name: 'Lisbon' })).toBeVisible()
  expect(api.callsTo('POST', '/api/shares/public/tok/unlock')).toHaveLength(2)
})

it.each([
  ['light', { theme: 'light' }, true],
  ['dark', { theme: 'auto' }, true],
  ['light', { theme: 'auto' }, false],
  ['dark', { theme: null, theme_override: 'dark' }, false],
] as const)(
  'S-PUB-16 S-PUB-17 the page is %s for %j when the visitor prefers dark: %s',
  async (theme, link, prefersDark) => {
    const matchMediaSpy = jest
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        media =>
          Object.assign(new EventTarget(), { media, matches: prefersDark && media.includes('dark') }) as MediaQueryList,
      )
    const { view } = openGallery(gallery(link))
    await screen.findByRole('heading', { name: 'Lisbon' })
    expect(document.documentElement.dataset['theme']).toBe(theme)
    view.unmount()
    expect(document.documentElement.dataset['theme']).toBeUndefined()
    matchMediaSpy.mockRestore()
  },
)

it('S-PUB-18 opening, viewing, downloading, closing and leaving are reported', async () => {
  const page = openGallery()
  const { person } = page
  await person.click(await findButton('Open Title 1'))
  const shown = await findViewer()
  await person.keyboard('{ArrowRight}')
  const link = shown.getByRole('link', { name: 'Download' })
  link.addEventListener('click', event => event.preventDefault())
  await person.click(link)
  await person.click(shown.getByRole('button', { name: 'Close' }))
  const zip = screen.getByRole('link', { name: 'Download Album (ZIP)' })
  zip.addEventListener('click', event => event.preventDefault())
  await person.click(zip)
  const token = 'tok'
  await waitFor(() =>
    expect(findTrackedEvents(page)).toEqual([
      { token, event_type: 'lightbox_open', image_id: 'p1' },
      { token, event_type: 'photo_view', image_id: 'p1' },
      { token, event_type: 'photo_view', image_id: 'p2' },
      { token, event_type: 'download', image_id: 'p2', event_data: { type: 'single_image', count: 1 } },
      { token, event_type: 'lightbox_close', image_id: 'p2' },
      { token, event_type: 'download', event_data: { type: 'album_zip', count: 5 } },
    ]),
  )
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await waitFor(() =>
    expect(beacons.map(body => (JSON.parse(body) as { event_type: string }).event_type)).toEqual(['page_leave']),
  )
})

it('rule 125 a visitor turns off the emails of one gallery, then of all, without signing in', async () => {
  const { api, person } = renderApp('/share/~mails#sealed', fake => {
    fake.user = null
    fake.on('GET /api/gallery-mails', () => Response.json({ gallery: 'Lisbon', studio: null, off: 'none' }))
    fake.on('POST /api/gallery-mails/unsubscribe', () => success())
  })
  await person.click(await findButton('Turn Off for This Gallery'))
  expect(await screen.findByText('You no longer get emails about “Lisbon”.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Turn Off for This Gallery' })).toBeNull()
  await person.click(await findButton('Turn Off for All Galleries'))
  expect(await screen.findByText('You no longer get emails from this photographer.')).toBeVisible()
  expect(api.callsTo('POST', '/api/').map(({ path }) => path)).toEqual(
    [false, true].map(all => `/api/gallery-mails/unsubscribe?token=sealed&all=${all}`),
  )
})
