import { jest } from '@jest/globals'
import { GB } from '@daymark/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import {
  accountOf,
  type FakeAdministration,
  person as personOf,
  withAdministration,
} from '../../../../../test/fake-admin.ts'
import { type FakeApi, failure } from '../../../../../test/fake-api.ts'
import { confirmIn, expectToast, renderApp } from '../../../../../test/render-app.tsx'

type More = { all?: (all: FakeAdministration) => void; api?: (api: FakeApi) => void }
const open = ({ all, api: more }: More = {}) =>
  renderApp('/admin/users/user-2', api => {
    withAdministration(all)(api)
    more?.(api)
  })
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const suspended = (all: FakeAdministration) =>
  (all.users = [personOf(2, { state: 'suspended', suspended_reason: 'unpaid' })])
const LAST = 'This is the last super administrator. At least one is required.'

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void jest.restoreAllMocks())

it('S-ADM-04 one user: plan, usage, sessions, links, tokens and activity', async () => {
  open()
  expect(await screen.findByRole('heading', { name: /^Person 2 ?Active/ })).toBeVisible()
  expect((await part('Usage')).getByText('2 GB of 500 GB')).toBeVisible()
  expect((await part('Plan')).getByText('Professional, Active')).toBeVisible()
  const signIn = await part('Sign-in')
  expect(signIn.getByText('Chrome on Mac')).toBeVisible()
  expect((await part('Shares')).getByText('1,500')).toBeVisible()
  expect((await part('API')).getByText('Never')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Audit Log' })).toHaveAttribute('href', '/admin/activity/audit?target=user-2')
})

it('S-ADM-04 values of a service that does not respond are dashes with the reason; the rest is shown', async () => {
  open({
    api: api =>
      api.on('GET /api/admin/users/user-2', () =>
        Response.json(accountOf(personOf(2), { usage: null, plan: null, sign_in: null, notes: ['library is away.'] })),
      ),
  })
  expect(await screen.findByText('library is away.')).toBeVisible()
  expect((await part('Usage')).getAllByRole('img', { name: 'Unknown' })).toHaveLength(3)
  expect((await part('Plan')).queryByRole('button')).toBeNull()
  expect((await part('Shares')).getByText('1,500')).toBeVisible()
})

it('S-ADM-04 tier and limit: a new tier brings its default limit, a custom limit is sent along', async () => {
  const { person, api } = open()
  const plan = await part('Plan')
  const limit = plan.getByLabelText('Storage limit (GB)')
  expect(plan.getByRole('button', { name: 'Change Plan' })).toBeDisabled()
  await person.selectOptions(plan.getByLabelText('Tier'), 'Studio')
  expect(limit).toHaveValue(2048)
  await person.click(plan.getByRole('button', { name: 'Change Plan' }))
  const sent = () => api.callsTo('PATCH', '/api/admin/users/user-2/plan').map(({ body }) => body)
  await waitFor(() => expect(sent()).toEqual([{ subscription_tier: 'studio' }]))
  await person.clear(await screen.findByLabelText('Storage limit (GB)'))
  await person.type(screen.getByLabelText('Storage limit (GB)'), '3000')
  await person.click(screen.getByRole('button', { name: 'Change Plan' }))
  await waitFor(() => expect(sent()[1]).toMatchObject({ storage_limit: 3000 * GB }))
})

it('S-ADM-04 a plan that is paid by card is changed at the provider', async () => {
  const one = personOf(2)
  const plan = { ...accountOf(one).plan!, managed: true }
  open({ api: api => api.on('GET /api/admin/users/user-2', () => Response.json(accountOf(one, { plan }))) })
  const card = await part('Plan')
  expect(card.getByText(/pays for this plan by card/)).toBeVisible()
  expect(card.queryByRole('button', { name: 'Change Plan' })).toBeNull()
})

it('S-ADM-04 a refusal shows the message of the server: the last super administrator keeps the role', async () => {
  const { person } = open({
    all: all => (all.users = [personOf(2, { role: 'super_admin' })]),
    api: api => api.on('PATCH /api/admin/users/user-2', () => failure(409, LAST)),
  })
  const profile = await part('Profile')
  await person.selectOptions(profile.getByLabelText('Role'), 'User')
  await person.click(profile.getByRole('button', { name: 'Save' }))
  await expectToast(LAST)
  expect(profile.getByLabelText('Role')).toHaveDisplayValue('Super Admin')
})

it('S-ADM-04 suspends with a reason, and reactivates', async () => {
  const { person, api } = open()
  await person.click((await part('Access')).getByRole('button', { name: 'Suspend' }))
  const asked = within(screen.getByRole('dialog', { name: 'Suspend' }))
  await person.type(asked.getByLabelText('Reason (optional)'), 'unpaid')
  await person.click(asked.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('Suspended: unpaid')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.callsTo('POST', '/api/admin/users/user-2/suspend')[0]?.body).toEqual({ reason: 'unpaid' })
  await person.click(screen.getByRole('button', { name: 'Reactivate' }))
  expect(await screen.findByRole('heading', { name: /^Person 2 ?Active/ })).toBeVisible()
})

it('S-ADM-04 deletes after the address is typed, and shows until when the account can be restored', async () => {
  const { person } = open({ all: suspended })
  await person.click((await part('Access')).getByRole('button', { name: 'Delete Account' }))
  const asked = within(screen.getByRole('dialog', { name: 'Delete Account' }))
  const confirm = asked.getByRole('button', { name: 'Delete Account' })
  expect(confirm).toBeDisabled()
  await person.type(asked.getByLabelText('Type person2@example.org to confirm'), 'person2@example.org')
  await person.click(confirm)
  expect(await screen.findByText(/removed permanently on May 18, 2026/)).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Cancel Deletion' }))
  expect(await screen.findByRole('heading', { name: /^Person 2 ?Active/ })).toBeVisible()
})

it('S-ADM-04 ends sessions and resets two-step sign-in after a confirmation', async () => {
  const { person, api } = open()
  const signIn = await part('Sign-in')
  const end = signIn.getByRole('button', { name: 'End All Sessions' })
  await person.click(end)
  await person.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(api.callsTo('DELETE', '/api/admin')).toEqual([])
  await person.click(end)
  await confirmIn(person, 'Sign Person 2 out everywhere?')
  await expectToast('All sessions ended.')
  await person.click(signIn.getByRole('button', { name: 'Reset Two-Step Sign-In' }))
  await confirmIn(person, 'Turn off two-step sign-in for Person 2?')
  await expectToast('Two-step sign-in turned off.')
})
