import { screen, waitFor, within } from '@testing-library/react'
import { success, failure, session, user } from '../../../../test/fake-api.ts'
import { expectToast, renderApp } from '../../../../test/render-app.tsx'
import '../../../../test/settings-sections.ts'
import { setDateSettings } from '../../../lib/format/date-settings.ts'

afterEach(() => setDateSettings(user()))

describe('Profile', () => {
  it('S-SET-01 L-NAV-03 the display name is saved and the top bar shows it', async () => {
    const { api, person } = renderApp('/settings')
    const name = await screen.findByRole('textbox', { name: 'Display name' })
    const save = screen.getByRole('button', { name: 'Save' })
    expect(name).toHaveValue('Ansel')
    expect(save).toBeDisabled()
    await person.type(name, ' Adams')
    await person.click(save)
    await expectToast('Name saved.')
    expect(api.callsTo('PATCH', '/api/settings/profile')[0]?.body).toEqual({ display_name: 'Ansel Adams' })
    expect(await screen.findByText('Ansel Adams')).toBeVisible()
    expect(save).toBeDisabled()
  })

  it('S-SET-01 dates use the chosen time zone and language', async () => {
    const { api, person } = renderApp('/settings')
    const timeZoneField = await screen.findByRole('combobox', { name: 'Time zone' })
    expect(within(timeZoneField).getByRole('option', { name: /^Same as this browser \(.+\)$/ })).toBeVisible()
    await person.selectOptions(timeZoneField, 'Asia/Tokyo')
    await person.selectOptions(screen.getByRole('combobox', { name: 'Date language' }), 'de-DE')
    await waitFor(() => expect(screen.getByText(/^Example: \d\d\.\d\d\.\d{4}, \d\d:\d\d$/)).toBeVisible())
    expect(api.callsTo('PATCH', '/api/settings/profile').map(call => call.body)).toEqual([
      { time_zone: 'Asia/Tokyo' },
      { language: 'de-DE' },
    ])
    await person.selectOptions(timeZoneField, '')
    await waitFor(() => expect(api.callsTo('PATCH', '/api/settings/profile')).toHaveLength(3))
    expect(api.callsTo('PATCH', '/api/settings/profile')[2]?.body).toEqual({ time_zone: null })
  })

  it('a new email address requires the password, and waits for its link if mail is set up', async () => {
    const { api, person } = renderApp('/settings')
    api.on('POST /api/settings/email', ({ body }) =>
      body['current_password'] === 'secret'
        ? Response.json(api.profile({ pending_email: 'new@example.org' }))
        : failure(400, 'The current password is not correct.'),
    )
    await person.click(await screen.findByRole('button', { name: 'Change email' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Change your email address' }))
    const send = dialog.getByRole('button', { name: 'Send Link' })
    expect(send).toBeDisabled()
    await person.type(dialog.getByLabelText('New email address'), 'new@example.org')
    await person.type(dialog.getByLabelText('Current password'), 'wrong')
    await person.click(send)
    expect(await dialog.findByRole('alert')).toHaveTextContent('The current password is not correct.')
    await person.clear(dialog.getByLabelText('Current password'))
    await person.type(dialog.getByLabelText('Current password'), 'secret')
    await person.click(send)
    expect(await screen.findByText('Waiting for confirmation of new@example.org.')).toBeVisible()
    await expectToast('A link was sent to new@example.org.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('the password is changed with the current one, and a refusal is shown', async () => {
    const { api, person } = renderApp('/settings')
    await person.click(await screen.findByRole('button', { name: 'Change password' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Change your password' }))
    await person.type(dialog.getByLabelText('Current password'), 'wrong')
    await person.type(dialog.getByLabelText('New password'), 'long enough now')
    await person.type(dialog.getByLabelText('Confirm new password'), 'long enough now')
    await person.click(dialog.getByRole('button', { name: 'Save Password' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The current password is wrong.')
    await person.clear(dialog.getByLabelText('Current password'))
    await person.type(dialog.getByLabelText('Current password'), 'secret')
    await person.click(dialog.getByRole('button', { name: 'Save Password' }))
    await expectToast('Password changed.')
    expect(api.callsTo('POST', '/api/auth/change-password')).toHaveLength(2)
  })

  it('a failure to read the profile can be retried', async () => {
    let isUnavailable = true
    const { person } = renderApp('/settings', api =>
      api.on('GET /api/settings/profile', () => (isUnavailable ? failure(503) : Response.json(api.profile()))),
    )
    expect(await screen.findByText('Your profile could not be loaded.')).toBeVisible()
    isUnavailable = false
    const profile = within(screen.getByRole('region', { name: 'Profile' }))
    await person.click(profile.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('textbox', { name: 'Display name' })).toBeVisible()
  })
})

describe('Sessions', () => {
  const twoSessions = [
    session({ id: 'session-1', is_current: true }),
    session({ id: 'session-2', device: 'Safari on iPhone', address: null }),
  ]

  it('the current one is marked and cannot be signed out here; another one can', async () => {
    const { api, person } = renderApp('/settings', api => void (api.sessions = twoSessions))
    api.on('DELETE /api/settings/sessions/session-2', () => {
      api.sessions = twoSessions.slice(0, 1)
      return success()
    })
    expect(await screen.findByText('This device')).toBeVisible()
    expect(screen.getByText('In use now · 192.0.2.1')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Sign out Chrome on Mac' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }))
    await expectToast('Safari on iPhone was signed out.')
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Sign Out Others' })).toBeNull()
  })

  it("'Sign Out Others' keeps this session; a failure is shown and changes nothing", async () => {
    const { api, person } = renderApp('/settings', api => void (api.sessions = twoSessions))
    const signOutOthers = await screen.findByRole('button', { name: 'Sign Out Others' })
    api.on('POST /api/settings/sessions/end-others', () => failure(503))
    await person.click(signOutOthers)
    await expectToast('Something went wrong. Please try again.')
    api.on('POST /api/settings/sessions/end-others', () => {
      api.sessions = twoSessions.slice(0, 1)
      return success({ ended: 1 })
    })
    await person.click(signOutOthers)
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  })
})

describe('Email settings', () => {
  it('topics can be turned off', async () => {
    const { api, person } = renderApp('/settings')
    api.on('PATCH /api/settings/mail', ({ body }) =>
      Response.json({ mail_set_up: true, topics: [{ topic: 'new_sign_in', wanted: body['wanted'] }] }),
    )
    const topic = await screen.findByRole('switch', { name: 'New sign-in' })
    expect(topic).toBeChecked()
    await person.click(topic)
    await waitFor(() => expect(topic).not.toBeChecked())
    expect(api.callsTo('PATCH', '/api/settings/mail')[0]?.body).toEqual({ topic: 'new_sign_in', wanted: false })
  })

  it('without mail there is no such section', async () => {
    renderApp('/settings', api =>
      api.on('GET /api/settings/mail', () => Response.json({ mail_set_up: false, topics: [] })),
    )
    expect(await screen.findByRole('heading', { name: 'Sessions' })).toBeVisible()
    await screen.findByText('This device')
    expect(screen.queryByRole('heading', { name: 'Email' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Email' })).toBeNull()
  })
})
