import type { http } from '@daymark/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { share } from '../../../../test/fake-albums.ts'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { withAccount } from '../../../../test/fake-account.ts'
import { hideConsoleErrors, renderApp } from '../../../../test/render-app.tsx'
import '../../../../test/settings-sections.ts'

hideConsoleErrors()

const createListedShare = (id: string, state: http.ListedShare['state'] = 'open'): http.ListedShare => ({
  share_id: id,
  title: `Gallery ${id}`,
  state,
  thumbnail_url: null,
})
const openSettings = (
  initialPage: Partial<http.StudioPageSettings> = {},
  prepare: (api: FakeApi) => void = () => undefined,
) =>
  renderApp('/settings', api => {
    withAccount({ tier: 'professional' })(api)
    Object.assign(api.studioPage, initialPage)
    api.on('PATCH /api/settings/studio-page', ({ body: { share_ids, ...changes } }) => {
      Object.assign(api.studioPage, changes)
      if (changes['name']) api.studioPage.url = `https://daymark.test/studio/${String(changes['name'])}`
      const order = share_ids as string[] | undefined
      if (order) api.studioPage.shares = order.map(id => createListedShare(id))
      return Response.json(api.studioPage)
    })
    prepare(api)
  })
const findSection = async () => within(await screen.findByRole('region', { name: 'Studio Page' }))
const slugTakenResponse = () =>
  Response.json({ code: 'slug_taken', message: 'This readable address is taken.' }, { status: 409 })
const requestBodies = (api: FakeApi) =>
  api.callsTo('PATCH', '/api/settings/studio-page').map(({ body }) => body as { name?: string })

it('rule 156 is one row until it is switched on, which derives an address from its title', async () => {
  const { person, api } = openSettings()
  const shown = await findSection()
  const isOn = await shown.findByRole('switch', { name: 'Studio page' })
  expect(shown.queryByRole('textbox')).toBeNull()
  await person.click(isOn)
  expect(await shown.findByText('daymark.test/studio/ansel')).toBeVisible()
  expect(shown.getByLabelText('Title')).toHaveAttribute('placeholder', 'Ansel')
  expect(requestBodies(api)).toEqual([{ enabled: true, name: 'ansel' }])
})

it('rule 157 a taken address gets a suffix', async () => {
  let isTaken = true
  const { person, api } = openSettings({}, fake => {
    const answer = ({ body }: { body: Record<string, unknown> }) => {
      if (isTaken) return ((isTaken = false), slugTakenResponse())
      return Response.json(Object.assign(fake.studioPage, body))
    }
    fake.on('PATCH /api/settings/studio-page', answer)
  })
  await person.click(await (await findSection()).findByRole('switch', { name: 'Studio page' }))
  expect(await (await findSection()).findByLabelText('Title')).toBeVisible()
  expect(requestBodies(api).map(({ name }) => name)).toEqual(['ansel', expect.stringMatching(/^ansel-[a-z0-9]{8}$/)])
})

it('rule 156 galleries are moved by their arrows and removed, and hidden ones give the reason', async () => {
  const shares = [createListedShare('1'), createListedShare('2', 'locked'), createListedShare('3', 'over')]
  const url = 'https://daymark.test/studio/ansel'
  const { person, api } = openSettings({ enabled: true, name: 'ansel', url, shares })
  const shown = await findSection()
  expect(await shown.findByText('Not shown: the link is revoked or expired')).toBeVisible()
  expect(shown.getByText('Locked: visitors see only the title')).toBeVisible()
  expect(shown.getByRole('button', { name: 'Move Gallery 1 up' })).toHaveAttribute('aria-disabled', 'true')
  await person.click(shown.getByRole('button', { name: 'Move Gallery 1 up' }))
  await person.click(shown.getByRole('button', { name: 'Move Gallery 1 down' }))
  expect(await shown.findByText('Gallery 1 is at position 2 of 3.')).toBeInTheDocument()
  await person.click(shown.getByRole('button', { name: 'Remove Gallery 3 from the page' }))
  await waitFor(() => expect(requestBodies(api)).toEqual([{ share_ids: ['2', '1', '3'] }, { share_ids: ['2', '1'] }]))
})

it('rule 156 quick moves are saved sequentially: the last one wins, however slow the others are', async () => {
  const { promise: responseGate, resolve: openGate } = Promise.withResolvers<void>()
  const shares = [createListedShare('1'), createListedShare('2'), createListedShare('3')]
  const { person, api } = openSettings({ enabled: true, name: 'ansel', shares }, fake =>
    fake.on('PATCH /api/settings/studio-page', async ({ body }) => {
      await responseGate
      fake.studioPage.shares = (body['share_ids'] as string[]).map(id => createListedShare(id))
      return Response.json(fake.studioPage)
    }),
  )
  const shown = await findSection()
  await person.click(await shown.findByRole('button', { name: 'Move Gallery 1 down' }))
  expect(await shown.findByText('Gallery 1 is at position 2 of 3.')).toBeInTheDocument()
  await person.click(shown.getByRole('button', { name: 'Move Gallery 1 down' }))
  expect(await shown.findByText('Gallery 1 is at position 3 of 3.')).toBeInTheDocument()
  expect(requestBodies(api)).toEqual([{ share_ids: ['2', '1', '3'] }])
  openGate()
  await waitFor(() =>
    expect(requestBodies(api)).toEqual([{ share_ids: ['2', '1', '3'] }, { share_ids: ['2', '3', '1'] }]),
  )
})

it('rule 156 many links are searched by their titles and addresses', async () => {
  const titles = ['Iceland', 'Lisbon', 'Oslo', 'Porto', 'Rome', 'Paris', 'Berlin', 'Vienna', 'Madrid']
  const shares = titles.map((album_title, n) => share({ id: `${n}`, album_title, slug: n === 8 ? 'anna-ben' : null }))
  const { person } = openSettings({ enabled: true, name: 'ansel' }, api =>
    api.on('GET /api/shares', () => Response.json(shares)),
  )
  await person.click(await (await findSection()).findByRole('button', { name: 'Add Galleries' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add galleries' }))
  await person.click(await dialog.findByRole('checkbox', { name: /^Oslo/ }))
  const search = dialog.getByRole('searchbox', { name: 'Search galleries' })
  await person.type(search, 'anna{Enter}')
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1)
  await person.click(dialog.getByRole('checkbox', { name: /^Madrid/ }))
  await person.type(search, ' nowhere{Enter}')
  expect(dialog.getByText('No galleries match your search.')).toBeVisible()
  // The gallery that was chosen before the search is still chosen.
  expect(dialog.getByRole('button', { name: 'List 2 Galleries' })).toBeEnabled()
})
