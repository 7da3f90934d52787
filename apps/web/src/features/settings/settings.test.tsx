import type { http } from '@daymark/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { analytics, withAccount } from '../../../test/fake-account.ts'
import { failure, type FakeApi } from '../../../test/fake-api.ts'
import { hideConsoleErrors, renderApp } from '../../../test/render-app.tsx'
import '../../../test/settings-sections.ts'
import { chooseTheme } from '../../lib/theme/theme.ts'
import '../../widgets/billing/billing.tsx'
import { SECTIONS } from './sections.ts'

hideConsoleErrors()
beforeEach(() => {
  chooseTheme('system')
})

type Account = Parameters<typeof withAccount>[0]
const openSettings = (account: Account = {}, prepare: (api: FakeApi) => void = () => undefined) =>
  renderApp('/settings', api => {
    withAccount(account)(api)
    prepare(api)
  })
const findSection = async (name: string) => within(await screen.findByRole('region', { name }))
const readStatistic = (name: string) =>
  screen.getAllByText(name).find(({ tagName }) => tagName === 'DT')?.nextElementSibling?.textContent

it('S-SET-01 every section has its title and its link in the navigation', async () => {
  openSettings()
  const account = ['Account Overview', 'Subscription and Plan', 'Appearance', 'Photo Management', 'Recent Activity']
  for (const name of account) await screen.findByRole('heading', { name, level: 2 })
  const links = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link')
  const shown = links.map(link => [link.textContent, link.getAttribute('href')])
  // A section that renders nothing has no link; the others keep the order of the list.
  const listed = SECTIONS.map(({ id, title }) => [title, `#${id}`])
  expect(shown).toEqual(listed.filter(([title]) => shown.some(([name]) => name === title)))
  expect(shown.map(([name]) => name)).toEqual(expect.arrayContaining(account))
})

describe('Account Overview', () => {
  it('S-SET-04 S-SET-11 shows all figures, and storage by kind', async () => {
    openSettings({
      plan: { storage: { used: 5, limit: 10, usedFormatted: '5 GB', limitFormatted: '150 GB', percentage: 3.4 } },
    })
    const account = await findSection('Account Overview')
    expect(await account.findByText('Total photos')).toBeVisible()
    for (const [name, value] of [
      ['Total photos', '1,234'],
      ['Storage', '5 GB'],
      ['Albums', '7'],
      ['Active shares', '3'],
      ['Favorites', '21'],
      ['Tags', '9'],
      ['Originals', '4 GB'],
      ['Large', '700 MB'],
      ['Medium', '300 MB'],
      ['Small', '24 MB'],
    ] as const)
      expect([name, readStatistic(name)]).toEqual([name, value])
    const bar = account.getByRole('meter', { name: 'Storage used' })
    expect([bar.getAttribute('aria-valuetext'), bar.dataset['level']]).toEqual(['5 GB of 150 GB', 'green'])
  })

  it.each([
    [76, 'amber', 'Your storage is filling up.'],
    [91, 'red', 'Your storage is almost full.'],
    [100, 'red', /^Your storage is full\./],
  ])('S-SET-03 at %i percent the bar is %s, and an upgrade is offered', async (percentage, level, message) => {
    const storage = { used: 1, limit: 1, usedFormatted: '1 GB', limitFormatted: '1 GB', percentage }
    openSettings({ plan: { storage } })
    const account = await findSection('Account Overview')
    expect((await account.findByRole('meter')).dataset['level']).toBe(level)
    expect(account.getByText(message)).toBeVisible()
    expect(account.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/settings')
  })

  it('S-SET-10 shows Failed to load analytics, and retries', async () => {
    let isBroken = true
    const { person } = openSettings({}, api =>
      api.on('GET /api/analytics', () => (isBroken ? failure(500) : Response.json(analytics()))),
    )
    expect(await screen.findByText('Failed to load analytics')).toBeVisible()
    isBroken = false
    await person.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Total photos')).toBeVisible()
  })
})

describe('Subscription and Plan', () => {
  it('S-SET-08 S-SET-09 features of the plan are title-cased, missing ones are locked', async () => {
    openSettings({ tier: 'starter' })
    const plan = await findSection('Subscription and Plan')
    const locked = within(await plan.findByRole('list', { name: 'Locked on your plan' })).getAllByRole('listitem')
    expect(locked.map(one => one.textContent)).toEqual([
      'Watermarks',
      'Batch Rename',
      'Advanced Analytics',
      'Custom Domain',
    ])
    for (const one of locked) expect(within(one).getByLabelText('Locked')).toBeVisible()
    expect(plan.queryByRole('list', { name: 'Included' })).toBeNull()
    expect(plan.getByText('Active · $7 per month')).toBeVisible()
  })

  it('S-SET-07 S-SET-08 studio has all features, and no Upgrade Plan', async () => {
    openSettings({ tier: 'studio' })
    const plan = await findSection('Subscription and Plan')
    const included = within(await plan.findByRole('list', { name: 'Included' })).getAllByRole('listitem')
    expect(included.map(one => one.textContent)).toEqual(expect.arrayContaining(['White Label', 'API Access']))
    expect(plan.queryByRole('list', { name: 'Locked on your plan' })).toBeNull()
    expect(plan.queryByRole('button', { name: 'Upgrade Plan' })).toBeNull()
    expect(plan.getByRole('button', { name: 'Manage Billing' })).toBeVisible()
  })

  it('S-SET-05 the billing dialog opens from both buttons, is part of the address, and closes', async () => {
    const { person, router } = openSettings()
    const plan = await findSection('Subscription and Plan')
    for (const name of ['Upgrade Plan', 'Manage Billing']) {
      await person.click(await plan.findByRole('button', { name }))
      const dialog = await screen.findByRole('dialog', { name: 'Billing' })
      expect(router.state.location.search).toBe('?billing=open')
      await person.click(within(dialog).getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(router.state.location.search).toBe('')
    }
  })

  it('S-SET-06 a press on the backdrop closes the billing dialog, a press inside does not', async () => {
    const { person, router } = openSettings()
    const plan = await findSection('Subscription and Plan')
    await person.click(await plan.findByRole('button', { name: 'Manage Billing' }))
    const dialog = await screen.findByRole('dialog', { name: 'Billing' })
    await person.click(within(dialog).getByRole('heading', { name: 'Billing' }))
    expect(router.state.location.search).toBe('?billing=open')
    // the target of a press on the backdrop is the dialog itself
    await person.click(dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toBe('')
  })
})

describe('Appearance', () => {
  it('S-SET-02 the dark mode toggle is stored as darkMode, and the other theme controls follow', async () => {
    const { person } = openSettings()
    const dark = await screen.findByRole('switch', { name: 'Dark mode' })
    const follow = screen.getByRole('switch', { name: 'Match the system' })
    expect([dark, follow].map(one => (one as HTMLInputElement).checked)).toEqual([false, true])
    await person.click(dark)
    expect([localStorage.getItem('darkMode'), document.documentElement.dataset['theme']]).toEqual(['true', 'dark'])
    expect(follow).not.toBeChecked()
    expect(await screen.findByRole('menuitemradio', { name: 'Dark', hidden: true })).toBeChecked()
    await person.click(dark)
    expect(localStorage.getItem('darkMode')).toBe('false')
    await person.click(follow)
    expect(localStorage.getItem('darkMode')).toBeNull()
    await person.click(follow)
    expect(localStorage.getItem('darkMode')).toBe('false')
  })
})

describe('Presets for Links', () => {
  it('rule 142 rule 144 a preset is described, and becomes the default for new links', async () => {
    const preset: http.Preset = {
      id: 'proofs',
      name: 'Proofs',
      settings: { watermark: true, allow_downloads: false, theme: 'dark' },
      expires_after_days: 30,
      ask_password: true,
      is_default: false,
      left_out: [],
      created_at: '2026-05-04T10:00:00.000Z',
      updated_at: '2026-05-04T10:00:00.000Z',
    }
    const { promise: responseGate, resolve: openGate } = Promise.withResolvers<void>()
    const { person } = openSettings({}, api => {
      api.on('GET /api/presets', () => Response.json([preset]))
      api.on('PATCH /api/presets/proofs', async ({ body }) => {
        await responseGate
        return Response.json(Object.assign(preset, body))
      })
    })
    const presets = await findSection('Presets for Links')
    const settings = 'Expires after 30 days · No downloads · Watermark · Asks for a password · Dark theme'
    expect(presets.getByText(settings)).toBeVisible()
    await person.click(presets.getByRole('button', { name: 'Make Default Proofs' }))
    expect(presets.getByRole('button', { name: 'Make Default Proofs' })).toBeDisabled()
    openGate()
    expect(await presets.findByText('Default')).toBeVisible()
    await waitFor(() => expect(presets.getByRole('button', { name: 'Remove as Default Proofs' })).toBeEnabled())
  })
})

describe('Photo Management and Recent Activity', () => {
  it('S-SET-01 rule 84 links to the management of photos, and locks the watermark like other features', async () => {
    openSettings()
    const photos = await findSection('Photo Management')
    expect(await photos.findByText('7 of 10 albums of your plan')).toBeVisible()
    expect(photos.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Manage Photos', '/photos'],
      ['Manage Albums', '/albums'],
      ['Manage Tags', '/tags'],
      ['Manage Shares', '/shares'],
      ['Open Trash', '/trash'],
      ['Upgrade', '/settings'],
      ['Download Everything', '/api/export'],
    ])
    expect(photos.getByLabelText('Locked')).toBeVisible()
  })

  it('S-SET-11 shows the last upload and the photos of week and month', async () => {
    openSettings()
    const activity = await findSection('Recent Activity')
    expect(await activity.findByText(/2026/)).toHaveAttribute('datetime', '2026-05-04T10:00:00.000Z')
    expect(activity.getByText('12')).toBeVisible()
    expect(activity.getByText('40')).toBeVisible()
  })
})
