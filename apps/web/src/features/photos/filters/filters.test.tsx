import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { jest } from '@jest/globals'
import { facets, image, images, type FakeApi } from '../../../../test/fake-api.ts'
import { renderApp } from '../../../../test/render-app.tsx'

const fillLibrary = (api: FakeApi) => {
  const z9 = { exif_data: { model: 'NIKON Z 9' } }
  api.images = [
    ...images(118),
    image({ id: 'sea', title: 'Sea at dawn', ...z9 }),
    image({ id: 'pier', title: 'Pier', ...z9 }),
  ]
  api.on('GET /api/tags', () =>
    Response.json([
      { id: 'tag-1', label: 'summer', usage_count: 4 },
      { id: 'tag-2', label: 'never used', usage_count: 0 },
    ]),
  )
  api.on('GET /api/images/facets', () =>
    Response.json(
      facets({
        cameras: [{ value: 'NIKON Z 9', count: 2 }],
        orientations: [{ value: 'portrait', count: 7 }],
        years: [{ value: '2024', count: 12 }],
        months: [{ value: '2024-05', count: 3 }],
      }),
    ),
  )
}
const start = async (address = '/') => {
  const app = renderApp(address, fillLibrary)
  await screen.findByText(/^Showing/)
  return app
}
const field = () => screen.getByRole('searchbox', { name: 'Search photos' })
/** Types key by key without a pause, because a slow machine could make a pause that triggers the search. */
const typeWithoutPause = (text: string) => userEvent.type(field(), text, { delay: null })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const search = (app: Awaited<ReturnType<typeof start>>) => app.router.state.location.search
const listRequests = (app: Awaited<ReturnType<typeof start>>) =>
  app.api.callsTo('GET', '/api/images?').map(({ path }) => path)

/** Opens the filters. jsdom has no popovers, so the toggle event of an opening popover is simulated. */
const openFilters = async () => {
  const id = screen.getByRole('button', { name: /^Filters/ }).getAttribute('popovertarget')
  const panel = document.getElementById(id ?? '')
  if (!panel) throw new Error('The button has no popover.')
  fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }))
  expect(await screen.findByRole('dialog', { name: 'Filters' })).toBe(panel)
  await within(panel).findByRole('combobox', { name: 'Camera' })
  return within(panel)
}

describe('the search field', () => {
  it('searches when typing pauses, in the address, from the first page', async () => {
    const app = await start('/?page=2&sort=title')
    const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
    // The test controls the pauses, because they would be longer on a slow machine.
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] })
    try {
      for (const text of [' s', ' se', ' sea', ' sea ', ' sea a']) {
        type(text)
        act(() => void jest.advanceTimersByTime(149)) // a trailing space does not change the text
      }
      expect(search(app)).toBe('?page=2&sort=title')
    } finally {
      jest.useRealTimers()
    }
    type(' sea at')
    expect(await screen.findByText('Showing 1-1 of 1 photos')).toBeVisible()
    expect(search(app)).toBe('?sort=title&q=sea+at')
    expect(listRequests(app).filter(path => path.includes('q='))).toEqual([
      '/api/images?q=sea+at&sort=title&limit=50&offset=0',
    ])
    expect(field()).toHaveValue(' sea at')
  })
  it('searches at once on Enter; Escape and the Clear button clear the search', async () => {
    const app = await start()
    await app.person.type(field(), 'pier{Enter}')
    expect(search(app)).toBe('?q=pier')
    await app.person.keyboard('{Escape}')
    expect(search(app)).toBe('')
    expect(field()).toHaveValue('')
    expect(field()).toHaveFocus()
    await app.person.type(field(), 'sea{Enter}')
    await app.person.click(button('Clear search'))
    expect([search(app), document.activeElement]).toEqual(['', field()])
  })
  it('Back returns to the state before the search, not through its letters', async () => {
    const app = await start()
    for (const text of ['p{Enter}', 'i{Enter}', 'er{Enter}']) await typeWithoutPause(text)
    expect(search(app)).toBe('?q=pier')
    await act(() => app.router.navigate(-1))
    await waitFor(() => expect(field()).toHaveValue(''))
    expect(await screen.findByText('Showing 1-50 of 120 photos')).toBeVisible()
    await act(() => app.router.navigate(1))
    await waitFor(() => expect(field()).toHaveValue('pier'))
  })
  it('Enter after a pause, before its search is rendered, searches once', async () => {
    const app = await start()
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] })
    try {
      fireEvent.change(field(), { target: { value: 'pier' } })
      act(() => {
        jest.advanceTimersByTime(300)
        fireEvent.submit(screen.getByRole('search', { name: 'Search photos' }))
      })
    } finally {
      jest.useRealTimers()
    }
    expect(search(app)).toBe('?q=pier')
    await act(() => app.router.navigate(-1))
    expect(search(app)).toBe('')
    await waitFor(() => expect(field()).toHaveValue(''))
  })
  it('the / key focuses the search field, but not while a text field has the focus', async () => {
    const { person } = await start('/?q=sea')
    await person.keyboard('/')
    expect(field()).toHaveFocus()
    await person.keyboard('/x')
    expect(field()).toHaveValue('/x')
  })
  it('L-PHOTO-08 no matches differ from an empty library', async () => {
    const app = await start()
    await app.person.type(field(), 'zebra{Enter}')
    expect(await screen.findByRole('heading', { name: 'No photos match these filters' })).toBeVisible()
    expect(screen.queryByText('Welcome to Your Photo Gallery!')).toBeNull()
    await app.person.click(button('Clear Filters'))
    expect(await screen.findByText('Showing 1-50 of 120 photos')).toBeVisible()
    expect(field()).toHaveValue('')
  })
  it('L-PHOTO-08 an empty library has no search', async () => {
    renderApp('/')
    expect(await screen.findByText('Welcome to Your Photo Gallery!')).toBeVisible()
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
  it('L-CACHE-05 search results are stored for the session only', async () => {
    const app = await start('/?camera=NIKON+Z+9')
    await waitFor(() => expect(Object.keys(sessionStorage).some(key => key.includes('camera=NIKON'))).toBe(true))
    expect(Object.keys(localStorage).some(key => key.includes('camera=NIKON'))).toBe(false)
    expect(listRequests(app)).toEqual(['/api/images?camera=NIKON+Z+9&limit=50&offset=0'])
  })
})

describe('the filters', () => {
  it('offer the values of the library, and each change updates the address at once', async () => {
    const app = await start('/?page=2')
    const panel = await openFilters()
    await app.person.selectOptions(panel.getByRole('combobox', { name: 'Camera' }), 'NIKON Z 9 (2)')
    expect(await screen.findByText('Showing 1-2 of 2 photos')).toBeVisible()
    expect(search(app)).toBe('?camera=NIKON+Z+9')
    expect(panel.getByRole('combobox', { name: 'Camera' })).toHaveValue('NIKON Z 9')
    expect(panel.queryByRole('combobox', { name: 'Lens' })).toBeNull()
    await app.person.selectOptions(panel.getByRole('combobox', { name: 'Orientation' }), 'Portrait (7)')
    await app.person.selectOptions(await panel.findByRole('combobox', { name: 'Tag' }), 'summer (4)')
    expect(panel.queryByText(/never used/)).toBeNull()
    await app.person.click(panel.getByRole('checkbox', { name: 'Favorites only' }))
    await app.person.click(panel.getByRole('checkbox', { name: 'Without tags' }))
    const all = '?camera=NIKON+Z+9&orientation=portrait&tag_id=tag-1&is_favorite=true&untagged=true'
    expect(search(app)).toBe(all)
    expect(button('Filters 5 active')).toBeVisible()
    await app.person.click(panel.getByRole('checkbox', { name: 'Favorites only' }))
    expect(search(app)).not.toContain('is_favorite')
  })
  it('a year or a month is stored as two days', async () => {
    const app = await start()
    const panel = await openFilters()
    const date = panel.getByRole('combobox', { name: 'Date' })
    await app.person.selectOptions(date, 'May 2024 (3)')
    expect(search(app)).toBe('?date_from=2024-05-01&date_to=2024-05-31')
    expect(panel.getByLabelText('From')).toHaveValue('2024-05-01')
    await app.person.selectOptions(date, 'All of 2024 (12)')
    expect(search(app)).toBe('?date_from=2024-01-01&date_to=2024-12-31')
    fireEvent.change(panel.getByLabelText('To'), { target: { value: '2024-06-30' } })
    await waitFor(() => expect(search(app)).toBe('?date_from=2024-01-01&date_to=2024-06-30'))
    await waitFor(() => expect(date).toHaveValue('other'))
    await app.person.selectOptions(date, 'Any time')
    expect(search(app)).toBe('')
  })
  it('an incomplete year does not filter', async () => {
    const app = await start()
    const panel = await openFilters()
    fireEvent.change(panel.getByLabelText('From'), { target: { value: '0202-05-01' } })
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(search(app)).toBe('')
  })
  it('L-PHOTO-05 appear as chips that can be removed; Clear Filters removes all and keeps the order', async () => {
    const selected = 'camera=NIKON+Z+9&tag_id=tag-1&date_from=2024-05-01&date_to=2024-05-31&sort=title'
    const app = await start(`/?${selected}`)
    const chips = within(screen.getByRole('list', { name: 'Active filters' }))
    await chips.findByRole('button', { name: 'Remove filter: Tag: summer' })
    expect(chips.getAllByRole('button').map(chip => chip.textContent)).toEqual(['May 2024', 'NIKON Z 9', 'Tag: summer'])
    await app.person.click(chips.getByRole('button', { name: 'Remove filter: May 2024' }))
    expect(search(app)).toBe('?camera=NIKON+Z+9&tag_id=tag-1&sort=title')
    await app.person.click(button('Clear Filters'))
    expect(search(app)).toBe('?sort=title')
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull()
    expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
  })
  it('invalid values of the address are ignored', async () => {
    const app = await start('/?orientation=round&date_from=soon')
    expect(listRequests(app)).toEqual(['/api/images?limit=50&offset=0'])
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull()
  })
})

describe('the order', () => {
  it('is chosen in a menu together with its direction, and does not count as a filter', async () => {
    const app = await start('/?page=2')
    expect(button('Sort by: Upload date, Newest first')).toBeVisible()
    const choose = (name: string) => app.person.click(screen.getByRole('menuitemradio', { name }))
    await choose('Title')
    expect(search(app)).toBe('?sort=title')
    expect(button('Sort by: Title, A to Z')).toBeVisible()
    expect(screen.getByRole('menuitemradio', { name: 'Title' })).toBeChecked()
    await choose('Z to A')
    expect(search(app)).toBe('?sort=title&direction=desc')
    await choose('Capture date')
    expect(search(app)).toBe('?sort=taken_at')
    await choose('Oldest first')
    expect(search(app)).toBe('?sort=taken_at&direction=asc')
    await choose('Upload date')
    expect(search(app)).toBe('')
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull()
  })
})
