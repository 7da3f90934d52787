import type { http, Tier } from '@daymark/contracts'
import { fireEvent, screen, within } from '@testing-library/react'
import { withAccount } from '../../../../test/fake-account.ts'
import { failure, type FakeApi } from '../../../../test/fake-api.ts'
import { confirmIn, expectToast, hideConsoleErrors, renderApp } from '../../../../test/render-app.tsx'
import '../../../../test/settings-sections.ts'
import '../../../widgets/billing/billing.tsx'

hideConsoleErrors()

const brand = (fields: Partial<http.BrandSettings> = {}): http.BrandSettings => ({
  name: '',
  website: null,
  accent: null,
  logo_url: null,
  ...fields,
})
const openSettings = (tier: Tier, initialBrand = brand(), prepare: (api: FakeApi) => void = () => undefined) =>
  renderApp('/settings', api => {
    withAccount({ tier })(api)
    let currentBrand = initialBrand
    api.on('GET /api/settings/studio', () => Response.json(currentBrand))
    api.on('PATCH /api/settings/studio', ({ body }) => {
      currentBrand = { ...currentBrand, ...(body as Partial<http.BrandSettings>) }
      return Response.json(currentBrand)
    })
    api.on('DELETE /api/settings/studio/logo', () => {
      currentBrand = { ...currentBrand, logo_url: null }
      return Response.json(currentBrand)
    })
    prepare(api)
  })
const findSection = async () => within(await screen.findByRole('region', { name: 'Studio' }))

it('rule 71 is locked below Studio, and names the saved brand', async () => {
  const { view } = openSettings('advanced')
  expect(await (await findSection()).findByText(/Requires the Studio plan/)).toBeVisible()
  view.unmount()
  openSettings('advanced', brand({ name: 'Berg' }))
  expect(await (await findSection()).findByText(/Your brand “Berg” is saved/)).toBeVisible()
})

it('rule 71 name, website and color are saved together; a color with too little contrast is reported', async () => {
  const { person, api } = openSettings('studio')
  const shown = await findSection()
  expect(await shown.findByRole('button', { name: 'Save' })).toBeDisabled()
  await person.type(shown.getByLabelText('Studio name'), 'Berg')
  await person.type(shown.getByLabelText('Website (optional)'), 'berg.example')
  fireEvent.change(shown.getByLabelText('Color'), { target: { value: '#ffd400' } })
  expect(shown.getByText(/hard to read. Galleries use #/)).toBeVisible()
  expect(shown.getByRole('img', { name: 'Berg as visitors see it, light and dark' })).toBeVisible()
  await person.click(shown.getByRole('button', { name: 'Save' }))
  await expectToast('Studio saved.')
  expect(api.callsTo('PATCH', '/api/settings/studio').at(-1)?.body).toEqual({
    name: 'Berg',
    website: 'berg.example',
    accent: '#ffd400',
  })
  await person.click(shown.getByRole('button', { name: 'Use Daymark’s Color' }))
  expect(shown.queryByText(/hard to read/)).toBeNull()
})

it('rule 71 a refusal of the server is shown at the field', async () => {
  const { person } = openSettings('studio', brand(), api =>
    api.on('PATCH /api/settings/studio', () => failure(400, 'Enter the address of a website.')),
  )
  const shown = await findSection()
  await person.type(await shown.findByLabelText('Website (optional)'), 'x')
  await person.click(shown.getByRole('button', { name: 'Save' }))
  expect(await shown.findByText('Enter the address of a website.')).toBeVisible()
})

it('rule 71 the logo is shown on light and dark, and removed after a confirmation', async () => {
  const { person } = openSettings('studio', brand({ name: 'Berg', logo_url: '/api/settings/studio/logo?v=1' }))
  const shown = await findSection()
  expect(await shown.findByAltText('Your studio’s logo')).toBeVisible()
  await person.click(shown.getByRole('button', { name: 'Remove' }))
  await confirmIn(person, 'Remove your studio logo?')
  expect(await shown.findByRole('button', { name: 'Choose Image' })).toBeVisible()
  expect(shown.queryByAltText('Your studio’s logo')).toBeNull()
})
