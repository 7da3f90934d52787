import type { http } from '@daymark/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { share, withAlbum } from '../../../test/fake-albums.ts'
import { failure } from '../../../test/fake-api.ts'
import { hideConsoleErrors, renderApp } from '../../../test/render-app.tsx'
import { invalidateTypes } from '../../domain/cache/cache.ts'
import '../albums/album.page.tsx'
import './analytics.page.tsx'
import './charts.tsx'

hideConsoleErrors()

const visit = (n: number): http.ShareAnalytics['visits'][number] => ({
  id: `visit-${n}`,
  started_at: '2025-05-03T10:00:00.000Z',
  visitor_id: `${String(n).padStart(8, 'v')}-and-more`,
  page_views: 1,
  photo_views: n,
  duration_seconds: 60 * n,
})
const analytics = (fields: Partial<http.ShareAnalytics> = {}): http.ShareAnalytics => ({
  share: share({ id: 'one', view_count: 12 }),
  uniqueVisitors: 9,
  totalVisits: 12,
  totalPhotoViews: 1234,
  avgDuration: 3725,
  topPhotos: [
    {
      image_id: 'a',
      filename: 'a-1.jpg',
      original_filename: 'A.JPG',
      title: 'First light',
      view_count: 30,
      download_count: 2,
      thumbnail_url: '/media/variants/sm/a-1.jpg',
    },
    {
      image_id: 'b',
      filename: 'b-1.jpg',
      original_filename: 'B.JPG',
      title: '',
      view_count: 1,
      download_count: 0,
      thumbnail_url: '/media/variants/sm/b-1.jpg',
    },
  ],
  visits: Array.from({ length: 12 }, (_, n) => visit(n)),
  downloads: [
    { type: 'album_zip', count: 2, photo_count: 24 },
    { type: 'single_image', count: 5, photo_count: 5 },
  ],
  viewsPerDay: [
    { day: '2025-05-02', visits: 0, photo_views: 0 },
    { day: '2025-05-03', visits: 12, photo_views: 1234 },
  ],
  viewsPerHour: Array.from({ length: 24 }, (_, hour) => ({ hour, visits: hour === 10 ? 12 : 0, photo_views: 0 })),
  ...fields,
})
const ANALYTICS_REQUEST = 'GET /api/shares/one/analytics'
const open = (answer: () => Response = () => Response.json(analytics())) =>
  renderApp('/shares/one/analytics', api => api.on(ANALYTICS_REQUEST, answer))

it('S-PANEL-05 opens from the links of the album, and links back', async () => {
  const { person } = renderApp('/albums/lisbon', api => {
    withAlbum({ shares: [share({ id: 'one' })] })(api)
    api.on(ANALYTICS_REQUEST, () => Response.json(analytics()))
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Share Links' }))
  await person.click(await screen.findByRole('link', { name: 'View analytics' }))
  expect(await screen.findByRole('heading', { name: 'Analytics', level: 1 })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Lisbon' })).toHaveAttribute('href', '/albums/lisbon')
})

it('S-PANEL-05 analytics of photos shared without an album link back to them', async () => {
  const selection = share({ id: 'one', kind: 'selection', album_id: 'sel', album_title: 'For the band' })
  open(() => Response.json(analytics({ share: selection })))
  expect(await screen.findByRole('link', { name: 'For the band' })).toHaveAttribute('href', '/shares/selections/sel')
})

it('S-ANAUI-01 S-ANAUI-03 shows the figures', async () => {
  open()
  for (const [name, value] of [
    ['Unique visitors', '9'],
    ['Total visits', '12'],
    ['Photo views', '1,234'],
    ['Average duration', '1h 2m'],
  ] as const) {
    const terms = await screen.findAllByText(name)
    expect(terms.find(term => term.tagName === 'DT')?.nextElementSibling).toHaveTextContent(value)
  }
})

it('S-ANAUI-01 S-TRK-04 shows the top photos with pictures, names and counts', async () => {
  open()
  const photos = within(await screen.findByRole('list', { name: 'Top photos' })).getAllByRole('listitem')
  expect(photos.map(photo => photo.textContent)).toEqual(['First light30 views · 2 downloads', 'B.JPG1 view'])
  expect(photos[0]?.querySelector('img')).toHaveAttribute('src', '/media/variants/sm/a-1.jpg')
})

it('S-ANAUI-02 S-ANAUI-03 lists the ten newest visits, with eight characters of each visitor id', async () => {
  open()
  const visits = await screen.findByRole('region', { name: 'Recent visits' })
  const rows = within(visits).getAllByRole('row').slice(1)
  expect(rows).toHaveLength(10)
  expect(within(rows[1] ?? visits).getByRole('rowheader')).toHaveTextContent(/^vvvvvvv1$/)
  expect(
    within(rows[9] ?? visits)
      .getAllByRole('cell')
      .map(cell => cell.textContent),
  ).toEqual([expect.stringMatching(/2025/), '9m', '1', '9'])
})

it('S-TRK-02 groups downloads by type', async () => {
  open()
  const downloads = await screen.findByRole('region', { name: 'Downloads' })
  expect(downloads).toHaveTextContent('Albums (ZIP)224 photos')
  expect(downloads).toHaveTextContent('Single photos5')
})

it('each chart has a data table: always for screen readers, and on screen when the button is pressed', async () => {
  const { person } = open()
  const days = await screen.findByRole('figure', { name: 'Views per day' })
  const table = within(days).getByRole('table', { name: 'Views per day' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(row => row.textContent),
  ).toEqual([
    'DayVisitsPhoto views',
    expect.stringMatching(/2 May 2025|May 2, 2025.*00/),
    expect.stringMatching(/3 May 2025|May 3, 2025.*121,234/),
  ])
  const toggle = within(days).getByRole('button', { name: 'Show as table' })
  expect(days.querySelectorAll('rect')).toHaveLength(2)
  await person.click(toggle)
  expect(toggle).toHaveAccessibleName('Show as chart')
  expect(days.querySelectorAll('rect')).toHaveLength(0)
  const hours = screen.getByRole('figure', { name: 'Hours of the day' })
  expect(within(hours).getAllByRole('row')).toHaveLength(25)
  expect(hours.querySelectorAll('rect')).toHaveLength(24)
})

it('the previous figures stay on screen until another period is loaded', async () => {
  const { api, person } = open()
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), 'Last 90 days')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await waitFor(() => expect(api.callsTo('GET', '/api/shares/one/analytics')).toHaveLength(2))
  const [first, second] = api
    .callsTo('GET', '/api/shares/one/analytics')
    .map(({ path }) => new URLSearchParams(path.split('?')[1]))
  expect([first?.get('days'), first?.get('time_zone'), second?.get('days')]).toEqual(['30', timeZone, '90'])
  expect(screen.getByRole('region', { name: 'Recent visits' })).toBeVisible()
})

it('a visit that begins while the page is open appears', async () => {
  const answers = [analytics(), analytics({ totalVisits: 13, visits: [visit(99)] })]
  open(() => Response.json(answers.shift()))
  await screen.findByRole('region', { name: 'Recent visits' })
  await invalidateTypes(['shares'])
  expect(await screen.findByRole('rowheader', { name: 'vvvvvv99' })).toBeVisible()
})

it('L-SKEL-04 shows a placeholder while loading, and a message if there are no visits', async () => {
  open(() => Response.json(analytics({ totalVisits: 0, visits: [], topPhotos: [] })))
  expect(await screen.findByRole('status', { name: 'Loading analytics' })).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'No visits yet' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copy Link' })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Period' })).toBeNull()
})

it('a failure can be retried', async () => {
  const answers = [failure(500), Response.json(analytics())]
  const { person } = open(() => answers.shift() ?? failure(500))
  expect(await screen.findByRole('heading', { name: 'The analytics could not be loaded' })).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('region', { name: 'Recent visits' })).toBeVisible()
})

it('S-TRK-09 a plan below Professional shows the upgrade, also if the plan ends while the page is open', async () => {
  const message = 'Analytics requires a Professional plan or higher. Current plan: Starter'
  const locked = () => Response.json({ error: message, message, code: 'plan_required' }, { status: 403 })
  const answers = [Response.json(analytics()), locked()]
  open(() => answers.shift() ?? locked())
  await screen.findByRole('region', { name: 'Recent visits' })
  await invalidateTypes(['shares'])
  expect(await screen.findByRole('heading', { name: 'Professional Feature' })).toBeVisible()
  expect(screen.getByText(new RegExp(message))).toBeVisible()
  expect(screen.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/settings')
  expect(screen.queryByRole('region', { name: 'Recent visits' })).toBeNull()
})
