import { jest } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { type FakeAdministration, person as personOf, withAdministration } from '../../../../test/fake-admin.ts'
import { type FakeApi, failure } from '../../../../test/fake-api.ts'
import { renderApp } from '../../../../test/render-app.tsx'

type Setup = { prepareData?: (data: FakeAdministration) => void; prepareApi?: (api: FakeApi) => void }

const open = ({ prepareData, prepareApi }: Setup = {}, address = '/admin/users') =>
  renderApp(address, api => {
    withAdministration(prepareData)(api)
    prepareApi?.(api)
  })
const disableMail = (api: FakeApi) =>
  api.on('GET /api/settings/mail', () => Response.json({ mail_set_up: false, topics: [] }))

const form = async () => within(await screen.findByRole('region', { name: 'Create User' }))
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Users' }))
    .getAllByRole('row')
    .slice(1)
const mockAlert = () => jest.spyOn(window, 'alert').mockImplementation(() => undefined)

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void jest.restoreAllMocks())

describe('create a user', () => {
  it('S-ADM-04 S-ADM-10 the form has three roles and the tiers with their storage, and defaults', async () => {
    open()
    const fields = await form()
    const optionsOf = (name: string) =>
      within(fields.getByRole('combobox', { name }))
        .getAllByRole('option')
        .map(option => option.textContent)
    expect(optionsOf('Role')).toEqual(['User', 'Admin', 'Super Admin'])
    expect(optionsOf('Subscription tier')).toEqual([
      'Starter (100 GB)',
      'Professional (500 GB)',
      'Advanced (1.5 TB)',
      'Studio (2 TB)',
    ])
    expect(fields.getByLabelText('Role')).toHaveDisplayValue('User')
    expect(fields.getByLabelText('Subscription tier')).toHaveDisplayValue('Professional (500 GB)')
    expect(fields.getByLabelText('Email')).toBeRequired()
    expect(fields.getByLabelText('Email')).toHaveAttribute('type', 'email')
    expect(fields.getByLabelText('Password')).toBeRequired()
    expect(fields.getByLabelText('Display name (optional)')).not.toBeRequired()
  })

  it('S-ADM-10 sends no request without a valid address and a password', async () => {
    const { person, api } = open()
    const fields = await form()
    await person.type(fields.getByLabelText('Email'), 'maria')
    await person.type(fields.getByLabelText('Password'), 'long enough it is')
    await person.click(fields.getByRole('button', { name: 'Create User' }))
    expect(fields.getByLabelText('Email')).toBeInvalid()
    expect(api.callsTo('POST', '/api/admin/users')).toEqual([])
  })

  it('S-ADM-05 S-ADM-13 generates a password, shows the credentials, copies them, and Done clears the form', async () => {
    const { person, api } = open()
    const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    expect(await rows()).toHaveLength(3)
    let fields = await form()
    await person.type(fields.getByLabelText('Email'), 'dora@example.org')
    await person.click(fields.getByRole('button', { name: 'Generate' }))
    await waitFor(() => expect(fields.getByLabelText('Password')).toHaveValue('olive-tram-7-lantern'))
    await person.selectOptions(fields.getByLabelText('Role'), 'Admin')
    await person.selectOptions(fields.getByLabelText('Subscription tier'), 'Studio (2 TB)')
    await person.click(fields.getByRole('button', { name: 'Create User' }))
    const credentials = within(await screen.findByRole('region', { name: 'User Created' }))
    expect(api.callsTo('POST', '/api/admin/users')[0]?.body).toEqual({
      email: 'dora@example.org',
      displayName: null,
      password: 'olive-tram-7-lantern',
      role: 'admin',
      subscriptionTier: 'studio',
    })
    expect(credentials.getByText('dora@example.org')).toBeVisible()
    expect(credentials.getByText('olive-tram-7-lantern')).toBeVisible()
    await person.click(credentials.getByRole('button', { name: 'Copy' }))
    expect(writeText).toHaveBeenCalledWith('Email: dora@example.org\nPassword: olive-tram-7-lantern')
    await person.click(credentials.getByRole('button', { name: 'Done' }))
    fields = await form()
    expect(fields.getByLabelText('Email')).toHaveValue('')
    expect(fields.getByLabelText('Password')).toHaveValue('')
    expect(fields.getByLabelText('Role')).toHaveDisplayValue('User')
    await waitFor(async () => expect(await rows()).toHaveLength(4))
  })

  it.each([
    ['the message of the server', 'This address is already in use.', 'This address is already in use.'],
    ['a default without a message', '', 'Failed to create user'],
  ])('S-ADM-08 a failure is an alert: %s', async (_, message, expected) => {
    const alert = mockAlert()
    const { person } = open({ prepareApi: api => api.on('POST /api/admin/users', () => failure(409, message)) })
    const fields = await form()
    await person.type(fields.getByLabelText('Email'), 'dora@example.org')
    await person.type(fields.getByLabelText('Password'), 'long enough it is')
    await person.click(fields.getByRole('button', { name: 'Create User' }))
    await waitFor(() => expect(alert).toHaveBeenCalledWith(expected))
    expect(fields.getByLabelText('Email')).toHaveValue('dora@example.org')
  })

  it('S-ADM-05 an invitation is sent by mail, without a password', async () => {
    const { person, api } = open()
    const fields = await form()
    await person.click(await fields.findByLabelText('Invite by email instead'))
    expect(fields.queryByLabelText('Password')).toBeNull()
    await person.type(fields.getByLabelText('Email'), 'dora@example.org')
    await person.click(fields.getByRole('button', { name: 'Send Invitation' }))
    expect(await screen.findByText(/was invited. The email contains a link/)).toBeVisible()
    expect(api.callsTo('POST', '/api/admin/users/invite')).toHaveLength(1)
  })

  it('S-ADM-05 an invitation is not offered without mail', async () => {
    const { api } = open({ prepareApi: disableMail })
    await form()
    await rows()
    await waitFor(() => expect(api.callsTo('GET', '/api/settings/mail')).toHaveLength(1))
    expect(screen.queryByLabelText('Invite by email instead')).toBeNull()
  })
})

describe('reset a password', () => {
  it('S-ADM-06 confirms, shows progress, then shows the temporary password', async () => {
    let respond: (response: Response) => void = () => undefined
    const { person } = open({
      prepareApi: api =>
        api.on('POST /api/admin/users/user-2/reset-password', () => new Promise(resolve => (respond = resolve))),
    })
    await person.click(await screen.findByRole('button', { name: 'Reset password of Person 2' }))
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reset Password' }))
    expect(await screen.findByRole('button', { name: 'Resetting…' })).toBeDisabled()
    respond(Response.json({ temporaryPassword: 'quiet-river-42' }))
    const credentials = within(await screen.findByRole('dialog', { name: 'Password Reset' }))
    expect(credentials.getByText('quiet-river-42')).toBeVisible()
    await person.click(credentials.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText('quiet-river-42')).toBeNull()
  })

  it.each([
    ['There is no such user.', 'There is no such user.'],
    ['', 'Failed to reset password'],
  ])('S-ADM-09 a failure is an alert: "%s"', async (message, expected) => {
    const alert = mockAlert()
    const { person } = open({
      prepareApi: api => api.on('POST /api/admin/users/user-2/reset-password', () => failure(500, message)),
    })
    await person.click(await screen.findByRole('button', { name: 'Reset password of Person 2' }))
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reset Password' }))
    await waitFor(() => expect(alert).toHaveBeenCalledWith(expected))
    expect(screen.getByRole('button', { name: 'Reset Password' })).toBeEnabled()
  })
})

describe('the list', () => {
  it('S-ADM-04 shows plan, storage, time last seen, and states other than Active', async () => {
    open({
      prepareData: data =>
        (data.users = [personOf(1, { role: 'super_admin' }), personOf(2, { state: 'suspended', last_seen_at: null })]),
    })
    const [first, second] = await rows()
    expect(first).toHaveTextContent(/Person 1Super Admin.*person1@example\.orgProfessional1 GB of 500 GB/)
    expect(second).toHaveTextContent(/Person 2Suspended.*Never/)
  })

  it('S-ADM-04 the address contains search and filters, and the export uses the same filters', async () => {
    const { person, router, api } = open()
    await rows()
    await person.type(screen.getByRole('searchbox', { name: 'Search users' }), 'person3')
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(router.state.location.search).toBe('?search=person3')
    expect(api.callsTo('GET', '/api/admin/users?search=person3')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/admin/users/export?search=person3',
    )
    await person.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Suspended')
    expect(await screen.findByText(/No users match/)).toBeVisible()
  })

  it('S-ADM-04 loads the next page', async () => {
    const { person, api } = open({
      prepareData: data => (data.users = Array.from({ length: 60 }, (_, n) => personOf(n + 1))),
    })
    expect(await rows()).toHaveLength(50)
    await person.click(screen.getByRole('button', { name: 'Show More' }))
    await waitFor(async () => expect(await rows()).toHaveLength(60))
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull()
    expect(api.callsTo('GET', '/api/admin/users').at(-1)?.path).toBe('/api/admin/users?limit=50&after=user-50')
  })
})
