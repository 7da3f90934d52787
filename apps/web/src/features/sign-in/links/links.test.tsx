import { screen, waitFor } from '@testing-library/react'
import { success, failure } from '../../../../test/fake-api.ts'
import { renderApp } from '../../../../test/render-app.tsx'
import type { FakeApi } from '../../../../test/fake-api.ts'

const visitor = (api: FakeApi) => {
  api.user = null
  api.on('GET /api/auth/options', () => Response.json({ password_reset: true }))
}

it("L-LOGIN-05 'Forgot password?' opens a form, if a link can be sent", async () => {
  const { api, person, router } = renderApp('/login', visitor)
  api.on('POST /api/auth/forgot-password', () => success())
  await person.click(await screen.findByRole('link', { name: 'Forgot password?' }))
  expect(router.state.location.pathname).toBe('/mail/forgot-password')
  const send = await screen.findByRole('button', { name: 'Send Link' })
  expect(send).toBeDisabled()
  await person.type(screen.getByLabelText('Email or username'), ' ansel@example.org')
  await person.click(send)
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(screen.getByText(/^If ansel@example\.org has an account/)).toBeVisible()
})

it('without mail there is no such link, and a failure to check leaves the sign-in unchanged', async () => {
  const { api } = renderApp('/login', api => {
    visitor(api)
    api.on('GET /api/auth/options', () => failure(503))
  })
  await waitFor(() => expect(api.callsTo('GET', '/api/auth/options')).toHaveLength(1))
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull()
})

it('too many requests are refused with the time to wait', async () => {
  const { api, person } = renderApp('/mail/forgot-password', visitor)
  api.on('POST /api/auth/forgot-password', () => failure(429, 'Too many attempts. Try again in 900 seconds.'))
  await person.type(await screen.findByLabelText('Email or username'), 'a')
  await person.click(screen.getByRole('button', { name: 'Send Link' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Try again in 900 seconds')
})

it('the link of a mail sets a password or shows why not, and its secret is removed from the address', async () => {
  window.history.replaceState(null, '', '/mail/reset-password#the-secret')
  const { api, person } = renderApp('/mail/reset-password#the-secret', visitor)
  api.on('POST /api/auth/reset-password', () => failure(410, 'This link has already been used.'))
  await person.type(await screen.findByLabelText('New password'), 'long enough now')
  expect(window.location.href).not.toContain('the-secret')
  expect(screen.getByRole('button', { name: 'Save Password' })).toBeDisabled()
  await person.type(screen.getByLabelText('Confirm new password'), 'long enough now')
  await person.click(screen.getByRole('button', { name: 'Save Password' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This link has already been used.')
  api.on('POST /api/auth/reset-password', () => success())
  await person.click(screen.getByRole('button', { name: 'Save Password' }))
  expect(await screen.findByRole('heading', { name: 'Your password was changed' })).toBeVisible()
  expect(api.callsTo('POST', '/api/auth/reset-password')[0]?.body).toEqual({
    token: 'the-secret',
    new_password: 'long enough now',
  })
  expect(screen.getByRole('link', { name: 'Back to the sign-in' })).toHaveAttribute('href', '/login')
})

it('an invited user chooses a password and continues to the sign-in', async () => {
  window.history.replaceState(null, '', '/mail/welcome#the-invitation')
  const { api, person } = renderApp('/mail/welcome#the-invitation', visitor)
  api.on('POST /api/auth/reset-password', () => success())
  expect(await screen.findByRole('heading', { name: 'Welcome to Daymark' })).toBeVisible()
  expect(screen.queryByText(/signs you out|new password/i, { selector: 'p' })).not.toBeInTheDocument()
  await person.type(screen.getByLabelText('New password'), 'long enough now')
  await person.type(screen.getByLabelText('Confirm new password'), 'long enough now')
  await person.click(screen.getByRole('button', { name: 'Save Password' }))
  expect(await screen.findByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  expect(api.callsTo('POST', '/api/auth/reset-password')[0]?.body).toMatchObject({ token: 'the-invitation' })
  expect(screen.getByRole('link', { name: 'Back to the sign-in' })).toHaveAttribute('href', '/login')
})

it.each([
  ['/mail/confirm-email#t', 'Confirm This Address', 'POST /api/auth/confirm-email', 'Your email address was changed'],
  ['/mail/unsubscribe#t', 'Turn Off', 'POST /api/mail/unsubscribe', 'These emails are off'],
])('%s does nothing before the click, shows a failure, and then the result', async (path, name, call, heading) => {
  const { api, person } = renderApp(path, visitor)
  api.on(call, () => failure(410, 'This link has already been used or has expired.'))
  const button = await screen.findByRole('button', { name })
  const [method = '', address = ''] = call.split(' ')
  expect(api.callsTo(method, address)).toHaveLength(0)
  await person.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('This link has already been used')
  api.on(call, () => success())
  await person.click(button)
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
})

it.each(['/mail/nothing', '/mail/constructor'])("L-ROUTE-10 %s is 'Not Found' / 'No such page.'", async path => {
  renderApp(path, visitor)
  expect(await screen.findByRole('heading', { name: 'Not Found' })).toBeVisible()
  expect(screen.getByText('No such page.')).toBeVisible()
})
