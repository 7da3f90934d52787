import { jest } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { dashboard, withAdministration } from '../../../test/fake-admin.ts'
import { failure, user } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const ACCESS_DENIED_TEXT = 'Access Denied - This page is only accessible to super administrators.'
const region = (name: string) => screen.findByRole('region', { name })

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void jest.restoreAllMocks())

describe('access', () => {
  it.each(['user', 'admin'] as const)('S-ADM-01 role %s is denied, sends no request, and has no link', async role => {
    const { api } = renderApp('/admin', fake => (fake.user = user({ role })))
    expect(await screen.findByText(ACCESS_DENIED_TEXT)).toBeVisible()
    expect(screen.queryByRole('tablist')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull()
    expect(api.callsTo('GET', '/api/admin')).toEqual([])
  })

  it('S-ADM-01 a super administrator opens it by the link in the top bar', async () => {
    const { person } = renderApp('/tags', withAdministration())
    await person.click(await screen.findByRole('link', { name: 'Admin' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Admin' })).toHaveAttribute('aria-current', 'page')
    expect(screen.queryByText(ACCESS_DENIED_TEXT)).toBeNull()
  })
})

describe('tabs', () => {
  it('S-ADM-02 there are four, each with its own address', async () => {
    const { person, router } = renderApp('/admin', withAdministration())
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map(tab => tab.textContent)).toEqual(['Overview', 'Users', 'Activity', 'System'])
    expect(tabs[0]).toHaveAttribute('aria-selected', 'true')
    for (const [name, address] of [
      ['Users', '/admin/users'],
      ['Activity', '/admin/activity'],
      ['System', '/admin/system'],
      ['Overview', '/admin'],
    ] as const) {
      await person.click(screen.getByRole('tab', { name }))
      expect(await screen.findByRole('tab', { name, selected: true })).toBeVisible()
      expect(router.state.location.pathname).toBe(address)
    }
    await region('Health')
  })
})

describe('overview', () => {
  it('S-ADM-03 has the figures of users, images, albums, tags and shares', async () => {
    renderApp('/admin', withAdministration())
    expect(await region('Users')).toHaveTextContent('1,234321 active this week654 active this month')
    expect(await region('Images')).toHaveTextContent('98,7655 TB stored4,321 uploaded this week')
    expect(await region('Albums')).toHaveTextContent('777')
    expect(await region('Tags')).toHaveTextContent('55')
    expect(await region('Shares')).toHaveTextContent('88845,678 views66 created this week')
  })

  it('S-ADM-03 an unknown figure is a dash with the reason', async () => {
    const note = 'sharing is not responding.'
    renderApp('/admin', api => {
      withAdministration()(api)
      const shares = { total_shares: null, total_views: null, shares_week: null }
      api.on('GET /api/admin/dashboard', () => Response.json(dashboard({ shares, notes: [note] })))
    })
    expect(await screen.findByText(note)).toBeVisible()
    expect(within(await region('Shares')).getAllByRole('img', { name: 'Unknown' })).toHaveLength(3)
    expect(await region('Users')).toHaveTextContent('1,234')
  })

  it('S-ADM-03 a failure is shown in its section and can be retried', async () => {
    let isDown = true
    const { person } = renderApp('/admin', api => {
      withAdministration()(api)
      api.on('GET /api/admin/dashboard', () => (isDown ? failure(503) : Response.json(dashboard())))
    })
    expect(await screen.findByText('This could not be loaded.')).toBeVisible()
    expect(await region('Disk')).toHaveTextContent('42 %')
    isDown = false
    await person.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await region('Users')).toHaveTextContent('1,234')
    expect(screen.queryByText('This could not be loaded.')).toBeNull()
  })
})
