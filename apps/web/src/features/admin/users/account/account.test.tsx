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

type Setup = { prepareData?: (data: FakeAdministration) => void; prepareApi?: (api: FakeApi) => void }
const open = ({ prepareData, prepareApi }: Setup = {}) =>
  renderApp('/admin/users/user-2', api => {
    withAdministration(prepareData)(api)
    prepareApi?.(api)
  })
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const suspendUser = (data: FakeAdministration) =>
  (data.users = [personOf(2, { state: 'suspended', suspended_reason: 'unpaid' })])
const LAST_ADMIN_MESSAGE = 'This is the last super administrator. At least one is required.'

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void jest.restoreAllMocks())

it('S-ADM-04 shows plan, usage, sessions, links, tokens and activity of a user', async () => {
  open()
  expect(await screen.findByRole('heading', { name: /^Person 2 ?Active/ })).toBeVisible()
  expect((await region('Usage')).getByText('2 GB of 500 GB')).toBeVisible()
  expect((await region('Plan')).getByText('Professional, Active')).toBeVisible()
  const signIn = await region('Sign-in')
  expect(signIn.getByText('Chrome on Mac')).toBeVisible()
  expect((await region('Shares')).getByText('1,500')).toBeVisible()
  expect((await region('API')).getByText('Never')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Audit Log' })).toHaveAttribute('href', '/admin/activity/audit?target=user-2')
})

it('S-ADM-04 values of a service that does not respond are dashes with the reason; other values are shown', async () => {
  open({
    prepareApi: api =>
      api.on('GET /api/admin/users/user-2', () =>
        Response.json(accountOf(personOf(2), { usage: null, plan: null, sign_in: null, notes: ['library is away.'] })),
      ),
  })
  expect(await screen.findByText('library is away.')).toBeVisible()
  expect((await region('Usage')).getAllByRole('img', { name: 'Unknown' })).toHaveLength(3)
  expect((await region('Plan')).queryByRole('button')).toBeNull()
  expect((await region('Shares')).getByText('1,500')).toBeVisible()
})

it('S-ADM-04 selecting a tier enters its default limit; only a custom limit is sent', async () => {
  const { person, api } = open()
  const plan = await region('Plan')
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

it('S-ADM-04 a plan that is paid by card cannot be changed here', async () => {
  const user = personOf(2)
  const plan = { ...accountOf(user).plan!, managed: true }
  open({ prepareApi: api => api.on('GET /api/admin/users/user-2', () => Response.json(accountOf(user, { plan }))) })
  const card = await region('Plan')
  expect(card.getByText(/pays for this plan by card/)).toBeVisible()
  expect(card.queryByRole('button', { name: 'Change Plan' })).toBeNull()
})

it('S-ADM-04 a rejected change shows the message of the server: the last super administrator keeps the role', async () => {
  const { person } = open({
    prepareData: data => (data.users = [personOf(2, { role: 'super_admin' })]),
    prepareApi: api => api.on('PATCH /api/admin/users/user-2', () => failure(409, LAST_ADMIN_MESSAGE)),
  })
  const profile = await region('Profile')
  await person.selectOptions(profile.getByLabelText('Role'), 'User')
  await person.click(profile.getByRole('button', { name: 'Save' }))
  await expectToast(LAST_ADMIN_MESSAGE)
  expect(profile.getByLabelText('Role')).toHaveDisplayValue('Super Admin')
})

it('S-ADM-04 suspends with a reason, and reactivates', async () => {
  const { person, api } = open()
  await person.click((await region('Access')).getByRole('button', { name: 'Suspend' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Suspend' }))
  await person.type(dialog.getByLabelText('Reason (optional)'), 'unpaid')
  await person.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('Suspended: unpaid')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.callsTo('POST', '/api/admin/users/user-2/suspend')[0]?.body).toEqual({ reason: 'unpaid' })
  await person.click(screen.getByRole('button', { name: 'Reactivate' }))
  expect(await screen.findByRole('heading', { name: /^Person 2 ?Active/ })).toBeVisible()
})

it('S-ADM-04 deletes after the address is typed, and shows until when the account can be restored', async () => {
  const { person } = open({ prepareData: suspendUser })
  await person.click((await region('Access')).getByRole('button', { name: 'Delete Account' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Delete Account' }))
  const confirm = dialog.getByRole('button', { name: 'Delete Account' })
  expect(confirm).toBeDisabled()
  await person.type(dialog.getByLabelText('Type person2@example.org to confirm'), 'person2@example.org')
  await person.click(confirm)
  expect(await screen.findByText(/removed permanently on May 18, 2026/)).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Cancel Deletion' }))
  expect(await screen.findByRole('heading', { name: /^Person 2 ?Active/ })).toBeVisible()
})

it('S-ADM-04 ends sessions and resets two-step sign-in after a confirmation', async () => {
  const { person, api } = open()
  const signIn = await region('Sign-in')
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

it('S-ADM-06 Reset Password shows the temporary password until the dialog is closed', async () => {
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'Reset Password' }))
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reset Password' }))
  expect(await screen.findByText('quiet-river-42')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('quiet-river-42')).toBeNull()
})
