import type { http, Tier } from '@daymark/contracts'
import { screen, within } from '@testing-library/react'
import { withAccount } from '../../../../test/fake-account.ts'
import { failure, type FakeApi } from '../../../../test/fake-api.ts'
import { confirmIn, hideConsoleErrors, renderApp } from '../../../../test/render-app.tsx'
import '../../../../test/settings-sections.ts'
import '../../../widgets/billing/billing.tsx'

hideConsoleErrors()

const domain = (fields: Partial<http.Domain> = {}): http.Domain => ({
  host: 'photos.ada.test',
  state: 'pending',
  serves: false,
  problem: null,
  records: [
    { type: 'CNAME', name: 'photos.ada.test', value: 'galleries.test', found: null },
    { type: 'TXT', name: '_daymark.photos.ada.test', value: 'daymark-abc', found: null },
  ],
  checked_at: null,
  verified_at: null,
  ...fields,
})
const settings = (customDomain: http.Domain | null, available = true): http.DomainSettings => ({
  available,
  domain: customDomain,
})
const openSettings = (
  tier: Tier,
  initialSettings: http.DomainSettings,
  prepare: (api: FakeApi, state: ServerState) => void = () => undefined,
) =>
  renderApp('/settings', api => {
    withAccount({ tier })(api)
    const state: ServerState = { settings: initialSettings }
    api.on('GET /api/settings/domain', () => Response.json(state.settings))
    prepare(api, state)
  })
type ServerState = { settings: http.DomainSettings }
const findSection = async () => within(await screen.findByRole('region', { name: 'Domain' }))

it('rule 70 is locked below Professional, and names the reserved domain', async () => {
  const { view } = openSettings('starter', settings(null))
  expect(await (await findSection()).findByText(/such as photos.example.com/)).toBeVisible()
  expect((await findSection()).queryByRole('textbox')).toBeNull()
  view.unmount()
  openSettings('starter', settings(domain({ state: 'verified' })))
  expect(await (await findSection()).findByText(/photos.ada.test is reserved for you/)).toBeVisible()
})

it('rule 70 is not offered by an installation without a host name', async () => {
  openSettings('professional', settings(null, false))
  expect(await (await findSection()).findByText(/no public address/)).toBeVisible()
})

it('rule 70 a typed domain is refused with the message of the server, then shown with both records', async () => {
  let isRefused = true
  const { person, api } = openSettings('professional', settings(null), (fake, state) =>
    fake.on('POST /api/settings/domain', ({ body }) => {
      if (isRefused) return failure(400, 'Enter a domain such as photos.example.com.')
      state.settings = settings(domain({ host: String(body['host']) }))
      return Response.json(state.settings)
    }),
  )
  const shown = await findSection()
  await person.type(await shown.findByLabelText('Your domain'), ' photos.ada.test ')
  await person.click(shown.getByRole('button', { name: 'Add Domain' }))
  expect(await shown.findByText('Enter a domain such as photos.example.com.')).toBeVisible()
  isRefused = false
  await person.click(shown.getByRole('button', { name: 'Add Domain' }))
  const records = within(await shown.findByRole('list', { name: 'DNS records' }))
  expect(api.callsTo('POST', '/api/settings/domain').at(-1)?.body).toEqual({ host: 'photos.ada.test' })
  for (const text of ['CNAME', 'galleries.test', 'TXT', '_daymark.photos.ada.test', 'daymark-abc'])
    expect(records.getByText(text)).toBeVisible()
  expect(records.queryByText(/found/i)).toBeNull()
})

it('rule 70 is checked on demand: missing records are named, then it is verified; it is removed after a confirmation', async () => {
  let isReady = false
  const found = (cname: boolean, txt: boolean) =>
    domain().records.map(record => ({ ...record, found: record.type === 'TXT' ? txt : cname }))
  const { person } = openSettings('professional', settings(domain()), (fake, state) => {
    fake.on('POST /api/settings/domain/verify', () => {
      const checked_at = '2026-05-04T10:00:00.000Z'
      state.settings = settings(
        isReady
          ? domain({ state: 'verified', serves: true, checked_at, records: found(true, true) })
          : domain({ problem: 'There is no TXT record yet.', checked_at, records: found(true, false) }),
      )
      return Response.json(state.settings)
    })
    fake.on('DELETE /api/settings/domain', () => {
      state.settings = settings(null)
      return Response.json(state.settings)
    })
  })
  const shown = await findSection()
  await person.click(await shown.findByRole('button', { name: 'Check Now' }))
  expect(await shown.findByText('There is no TXT record yet.')).toBeVisible()
  expect([shown.getAllByText('Found').length, shown.getAllByText('Not found yet').length]).toEqual([1, 1])
  isReady = true
  await person.click(shown.getByRole('button', { name: 'Check Now' }))
  expect(await shown.findByText('Verified')).toBeVisible()
  await person.click(shown.getByRole('button', { name: 'Remove' }))
  await person.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(shown.getByText('Verified')).toBeVisible()
  await person.click(shown.getByRole('button', { name: 'Remove' }))
  await confirmIn(person, /^Remove .*\?$/)
  expect(await shown.findByLabelText('Your domain')).toBeVisible()
})
