import { act, screen, within } from '@testing-library/react'
import { jest } from '@jest/globals'
import '../../../test/developer-pages.ts'
import { renderApp } from '../../../test/render-app.tsx'

const PAGES = [
  ['/developers', 'Developers', 'Overview'],
  ['/developers/quickstart', 'Quickstart Guide', 'Quickstart Guide'],
  ['/developers/authentication', 'Authentication', 'Authentication'],
  ['/developers/endpoints', 'Endpoints', 'Endpoints'],
  ['/developers/scenarios', 'Use Cases', 'Use Cases'],
  ['/developers/explorer', 'API Explorer', 'API Explorer'],
  ['/developers/vault', 'Token Vault', 'Token Vault'],
  ['/developers/vaul', 'Token Vault', 'Token Vault'],
  ['/developers/webhooks', 'Webhooks', 'Webhooks'],
] as const

const mockClipboard = () => {
  const writeText = jest.fn<(text: string) => Promise<void>>().mockResolvedValue()
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  return writeText
}

it.each(PAGES)('S-DEV-02 S-DEV-03 %s shows %s and marks %s in the sidebar', async (path, title, label) => {
  renderApp(path, api => {
    api.on('GET /v1/tokens', () => Response.json([]))
    api.on('GET /v1/webhooks', () => Response.json({ webhooks: [], total: 0, limit: 200, offset: 0 }))
  })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  const sidebar = within(screen.getByRole('navigation', { name: 'Developers' }))
  expect(sidebar.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page')
})

it('S-DEV-01 without a session the sign-in comes first', async () => {
  renderApp('/developers/explorer', api => {
    api.user = null
  })
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'API Explorer' })).toBeNull()
})

it('S-DEV-11 S-DEV-12 the sidebar has its groups, version and base URL', async () => {
  renderApp('/developers')
  const sidebar = within(await screen.findByRole('navigation', { name: 'Developers' }))
  const linksOf = (name: string) =>
    within(sidebar.getByRole('region', { name }))
      .getAllByRole('link')
      .map(link => link.firstChild?.textContent)
  expect(linksOf('Getting Started')).toEqual(['Overview', 'Quickstart Guide', 'Authentication'])
  expect(linksOf('API Reference')).toEqual(['Endpoints', 'Use Cases', 'API Explorer', 'Token Vault', 'Webhooks'])
  expect(linksOf('Resources')).toEqual(['Code Examples', 'API Status', 'OpenAPI Document'])
  const foot = within(screen.getByRole('complementary'))
  expect(foot.getByText('v1.0.0')).toBeVisible()
  expect(foot.getByText('http://localhost/v1')).toBeVisible()
})

it('S-DEV-05 the overview links to quickstart and vault', async () => {
  renderApp('/developers')
  expect(await screen.findByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/developers/quickstart')
  const main = within(screen.getByRole('main'))
  for (const link of main.getAllByRole('link', { name: 'Token Vault' }))
    expect(link).toHaveAttribute('href', '/developers/vault')
})

it('S-DEV-06 at most one endpoint shows its details', async () => {
  const { person } = renderApp('/developers/endpoints')
  const row = (name: RegExp) => screen.findByRole('button', { name })
  await person.click(await row(/^GET \/albums List/))
  expect(await row(/^GET \/albums List/)).toHaveAttribute('aria-expanded', 'true')
  await person.click(await row(/^POST \/webhooks Create/))
  expect(await row(/^GET \/albums List/)).toHaveAttribute('aria-expanded', 'false')
  // Once in the example of the request body and once in the example of the response.
  expect(screen.getAllByText(/"https:\/\/example.com\/webhooks\/daymark"/)).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Try It' })).toHaveAttribute(
    'href',
    '/developers/explorer?endpoint=createWebhook',
  )
  await person.click(await row(/^POST \/webhooks Create/))
  expect(screen.queryByRole('link', { name: 'Try It' })).toBeNull()
})

it('S-DEV-08 the quickstart has four languages and the base URL of this installation, and stores the selected language', async () => {
  const { person, view } = renderApp('/developers/quickstart')
  const code = async () => (await screen.findAllByRole('region', { name: /./ })).map(one => one.textContent).join('\n')
  for (const [language, words] of [
    ['Swift', 'URLSession.shared.data'],
    ['Python', 'import requests'],
    ['cURL', 'curl -sS'],
    ['JavaScript', 'await fetch('],
  ] as const) {
    await person.click(await screen.findByRole('tab', { name: language }))
    expect(await code()).toContain(words)
    expect(await code()).toContain('http://localhost/v1')
    expect(await code()).not.toContain('photos.example.com')
  }
  await person.click(screen.getByRole('tab', { name: 'Python' }))
  view.unmount()
  renderApp('/developers/quickstart')
  expect(await screen.findByRole('tab', { name: 'Python' })).toHaveAttribute('aria-selected', 'true')
})

it('S-DEV-07 the guide lists scopes and error responses', async () => {
  renderApp('/developers/authentication')
  const scopes = await screen.findByRole('table', { name: 'Scopes' })
  for (const scope of ['read', 'write', 'delete', 'share', 'webhooks', 'admin'])
    expect(within(scopes).getByRole('rowheader', { name: scope })).toBeVisible()
  const errors = within(screen.getByRole('table', { name: 'Errors' }))
  expect(errors.getByText('Token expired. Generate a new one.')).toBeVisible()
  expect(screen.getByText(/quota of 120 calls, .* up to 239 in the first minute after a pause/)).toBeVisible()
})

it('S-DEV-09 the code of a use case is shown and hidden on its card', async () => {
  const { person } = renderApp('/developers/scenarios')
  const card = within(await screen.findByRole('article', { name: 'Back up every album' }))
  expect(screen.queryByText(/hashlib/)).toBeNull()
  await person.click(card.getByRole('button', { name: /Show Code/ }))
  expect(card.getByRole('region', { name: 'back-up.py' })).toHaveTextContent('import hashlib')
  await person.click(card.getByRole('button', { name: /Hide Code/ }))
  expect(screen.queryByRole('region', { name: 'back-up.py' })).toBeNull()
})

it('S-DEV-10 a code block is copied, and shows Copied for 2 seconds', async () => {
  renderApp('/developers')
  const writeText = mockClipboard()
  const button = await screen.findByRole('button', { name: 'Copy Your first call' })
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] })
  try {
    await act(async () => button.click())
    expect(button).toHaveTextContent('Copied')
    act(() => void jest.advanceTimersByTime(1999))
    expect(button).toHaveTextContent('Copied')
    act(() => void jest.advanceTimersByTime(1))
    expect(button).not.toHaveTextContent('Copied')
  } finally {
    jest.useRealTimers()
  }
  expect(writeText.mock.calls[0]?.[0]).toContain('BASE=http://localhost/v1')
})

it('L-NAV-01 L-NAV-08 the top bar has Developers, the footer API', async () => {
  renderApp('/developers')
  const bar = within(await screen.findByRole('navigation', { name: 'Main' }))
  expect(bar.getByRole('link', { name: 'Developers' })).toHaveAttribute('aria-current', 'page')
  expect(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'API' })).toHaveAttribute(
    'href',
    '/developers',
  )
})
