import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { postedMessages } from '../../../test/fake-channel.ts'
import { jest } from '@jest/globals'
import { type FakeApi, failure, user } from '../../../test/fake-api.ts'
import { hideConsoleErrors, onPhone, renderApp } from '../../../test/render-app.tsx'
import { useSession } from '../../domain/session/session.tsx'

const consoleErrorSpy = hideConsoleErrors()
afterAll(() => consoleErrorSpy.mockRestore())

it('L-GUARD-01 L-GUARD-03 while the session loads there is a Loading... spinner, then the screen', async () => {
  let respond: (response: Response) => void = () => undefined
  const { api } = renderApp('/', api =>
    api.on('GET /api/auth/me', () => new Promise<Response>(resolve => (respond = resolve))),
  )
  expect(await screen.findByText('Loading...')).toBeVisible()
  await waitFor(() => expect(api.calls).toHaveLength(1))
  respond(Response.json(api.user))
  expect(await screen.findByRole('heading', { name: 'Photos' })).toBeVisible()
  expect(screen.queryByText('Loading...')).toBeNull()
})

it.each(['/', '/photos', '/albums', '/albums/1', '/favorites'])(
  'L-GUARD-02 L-ROUTE-11 a visitor at %s is sent to /login, replacing history',
  async path => {
    const { router } = renderApp(path, api => void (api.user = null))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.historyAction).toBe('REPLACE')
    // A 401 is the normal response to a visitor and is not logged.
    expect(consoleErrorSpy).not.toHaveBeenCalled()
  },
)

it('L-GUARD-06 a failed session check is only logged; the visitor stays signed out', async () => {
  const { router } = renderApp('/', api => api.on('GET /api/auth/me', () => failure(503)))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(consoleErrorSpy).toHaveBeenCalledWith('Session check failed', expect.anything())
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each([
  ['succeeds', undefined],
  ['fails', 500],
])('L-GUARD-04 L-NAV-04 Logout clears the user, also in other tabs, when the call %s', async (_, status) => {
  postedMessages.length = 0
  const { person, router, api } = renderApp('/', api => {
    if (status) api.on('POST /api/auth/logout', () => failure(status))
  })
  await person.click(await screen.findByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(api.callsTo('POST', '/api/auth/logout')).toHaveLength(1)
  expect(Object.keys(localStorage).filter(key => key.startsWith('daymark.cache:'))).toEqual([])
  expect(postedMessages).toContainEqual({ signedOut: true })
})

it('L-GUARD-05 useSession outside its provider is an error', () => {
  const ComponentWithoutProvider = () => <p>{String(useSession().isLoading)}</p>
  expect(() => render(<ComponentWithoutProvider />)).toThrow('useSession must be used within a SessionProvider')
})

it('a session that ends redirects to the sign-in', async () => {
  const { router } = renderApp('/', api =>
    api.on('GET /api/images', () => Response.json({ message: 'Please sign in.', code: 'no_session' }, { status: 401 })),
  )
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

it('the time zone of the browser is sent once per tab and user, after the first screen is complete', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const sentZones: string[] = []
  const recordZones = (api: FakeApi) => {
    const { fetch } = api
    api.fetch = (input, init) => {
      sentZones.push(...[new Headers(init?.headers).get('x-time-zone') ?? []].flat())
      return fetch(input, init)
    }
  }
  try {
    const { view } = renderApp('/', recordZones)
    await screen.findByRole('heading', { name: 'Photos' })
    expect(sentZones).toEqual([])
    await act(() => jest.advanceTimersByTimeAsync(5000))
    expect(sentZones).toEqual([Intl.DateTimeFormat().resolvedOptions().timeZone])
    view.unmount()
    renderApp('/', recordZones)
    await screen.findByRole('heading', { name: 'Photos' })
    await act(() => jest.advanceTimersByTimeAsync(6000))
    expect(sentZones).toHaveLength(1)
    cleanup()
    renderApp('/', api => {
      recordZones(api)
      api.user = user({ id: 'another' })
    })
    await screen.findByRole('heading', { name: 'Photos' })
    await act(() => jest.advanceTimersByTimeAsync(6000))
    expect(sentZones).toHaveLength(2)
  } finally {
    jest.useRealTimers()
  }
})

it.each(['/nowhere', '/photos/1/2', '/administer/x', '/Photos', '/Admin'])(
  "L-ROUTE-10 %s is 'Not Found' / 'No such page.'",
  async path => {
    renderApp(path)
    expect(await screen.findByRole('heading', { name: 'Not Found' })).toBeVisible()
    expect(screen.getByText('No such page.')).toBeVisible()
  },
)

const linksOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')])

it('L-NAV-01 L-NAV-03 the top bar shows the section links and the name of the user', async () => {
  renderApp('/')
  const bar = await screen.findByRole('navigation', { name: 'Main' })
  expect(linksOf(bar)).toEqual([
    ['Photos', '/photos'],
    ['Albums', '/albums'],
    ['Tags', '/tags'],
    ['Shares', '/shares'],
    ['Watermark', '/watermark'],
    ['Settings', '/settings'],
    ['Developers', '/developers'],
  ])
  expect(within(bar).getByRole('link', { name: 'Photos' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByText('Ansel')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Theme' })).toBeVisible()
})

it.each([
  ['/', true],
  ['/login', false],
  ['/privacy', false],
])('L-NAV-08 the footer of %s links to Privacy, Security, Support and the API', async (path, isSignedIn) => {
  renderApp(path, api => {
    if (!isSignedIn) api.user = null
  })
  expect(linksOf(await screen.findByRole('contentinfo'))).toEqual([
    ['Privacy', '/privacy'],
    ['Security', '/security'],
    ['Support', 'mailto:support@localhost'],
    ['API', '/developers'],
  ])
})

it('L-NAV-08 L-PRIV-06 Support uses the configured address', async () => {
  document.head.innerHTML = '<meta name="daymark-support" content="help@example.com">'
  renderApp('/privacy', api => void (api.user = null))
  const addresses = (await screen.findAllByRole('link', { name: /Support|@/ })).map(link => link.getAttribute('href'))
  expect(addresses).toEqual(['mailto:help@example.com', 'mailto:help@example.com'])
  document.head.innerHTML = ''
})

it.each(['user', 'admin'] as const)('L-NAV-02 the role %s has no Admin link', async role => {
  renderApp('/', api => void (api.user = user({ role })))
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull()
})

describe('at 768 px or less', () => {
  onPhone()

  it('L-NAV-05 L-NAV-06 L-NAV-07 the bottom bar has Photos, Albums, Shares and More; More shows the user and Logout', async () => {
    const { person, router } = renderApp('/')
    const bar = await screen.findByRole('navigation', { name: 'Main' })
    expect(bar).toHaveTextContent(/^PhotosAlbumsSharesMore$/)
    expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'More' }))
    const menu = await screen.findByRole('dialog', { name: 'More' })
    expect(menu).toHaveTextContent('A')
    expect(menu).toHaveTextContent('Ansel')
    expect(menu).toHaveTextContent('ansel@example.org')
    await person.click(screen.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  })

  it('L-NAV-07 the side menu links to Favorites, Watermark, Tags, Settings and Developers, closes after a click, and switches the theme', async () => {
    const { person, router } = renderApp('/')
    await person.click(await screen.findByRole('button', { name: 'More' }))
    const menu = await screen.findByRole('dialog', { name: 'More' })
    expect(linksOf(menu)).toEqual([
      ['Favorites', '/favorites'],
      ['Watermark', '/watermark'],
      ['Tags', '/tags'],
      ['Settings', '/settings'],
      ['Developers', '/developers'],
      ['Trash', '/trash'],
    ])
    await person.click(within(menu).getByRole('radio', { name: 'Dark' }))
    expect(localStorage.getItem('darkMode')).toBe('true')
    await person.click(within(menu).getByRole('radio', { name: 'System' }))
    await person.click(within(menu).getByRole('link', { name: 'Favorites' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/favorites'))
    expect(screen.queryByRole('dialog', { name: 'More' })).toBeNull()
  })

  it('L-NAV-02 L-NAV-07 S-ADM-01 the side menu of a super administrator has an Admin link', async () => {
    const { person } = renderApp('/', api => void (api.user = user({ role: 'super_admin' })))
    await person.click(await screen.findByRole('button', { name: 'More' }))
    const menu = await screen.findByRole('dialog', { name: 'More' })
    expect(within(menu).getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin')
  })
})

it('L-ERR-11 a screen that throws shows Unexpected Application Error!', async () => {
  renderApp('/', api => api.respondInvalid('GET /api/images', () => Response.json({ images: [null], total: 1 })))
  expect(await screen.findByText('Unexpected Application Error!')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})
