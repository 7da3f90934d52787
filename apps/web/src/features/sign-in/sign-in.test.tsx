import { screen, waitFor } from '@testing-library/react'
import { type FakeApi, user } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const asVisitor = (api: { user: unknown }) => void (api.user = null)
const getSubmitButton = () => screen.getByRole('button', { name: /^Sign/ })
async function openSignIn() {
  const app = renderApp('/login', asVisitor)
  await screen.findByRole('heading', { level: 1 })
  const fill = async (name: string, password: string) => {
    if (name) await app.person.type(screen.getByLabelText('Email or username'), name)
    if (password) await app.person.type(screen.getByLabelText('Password'), password)
  }
  return { ...app, fill }
}

it('L-ROUTE-01 L-LOGIN-01 L-LOGIN-02 L-LOGIN-03 L-LOGIN-04 L-LOGIN-05 headline, subtitle, badge, preview image and two fields', async () => {
  await openSignIn()
  expect(screen.getByRole('heading', { level: 1 })).not.toBeEmptyDOMElement()
  expect(screen.getByText('Currently in private beta')).toBeVisible()
  expect(screen.getByText('Private Beta Access')).toBeVisible()
  expect(screen.getByRole('img', { name: /gallery/ })).toBeVisible()
  expect(screen.getByLabelText('Email or username')).toHaveAttribute('autocomplete', 'username webauthn')
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password')
})

it('takes over what was typed into the first screen of the page, and the focus', async () => {
  document.body.innerHTML = '<div id="first-screen"><input name="username" /><input name="password" /></div>'
  const [name, password] = document.querySelectorAll('input')
  name!.value = 'ansel'
  password!.value = 'sec'
  password!.focus()
  const { person } = await openSignIn()
  expect(document.getElementById('first-screen')).toBeNull()
  await person.keyboard('ret')
  expect(screen.getByLabelText('Email or username')).toHaveValue('ansel')
  expect(screen.getByLabelText('Password')).toHaveValue('secret')
  expect(getSubmitButton()).toBeEnabled()
})

it('L-LOGIN-06 the button is disabled while either field is empty', async () => {
  const { person } = await openSignIn()
  expect(getSubmitButton()).toBeDisabled()
  await person.type(screen.getByLabelText('Email or username'), 'ansel')
  expect(getSubmitButton()).toBeDisabled()
  await person.type(screen.getByLabelText('Password'), 'x')
  expect(getSubmitButton()).toBeEnabled()
  await person.clear(screen.getByLabelText('Email or username'))
  expect(getSubmitButton()).toBeDisabled()
})

it('L-LOGIN-07 L-LOGIN-08 during the request it is disabled and reads Signing in...', async () => {
  const { api, person, fill } = await openSignIn()
  let respond: (response: Response) => void = () => undefined
  api.on('POST /api/auth/login', () => new Promise<Response>(resolve => (respond = resolve)))
  await fill('ansel', 'secret')
  await person.click(getSubmitButton())
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await waitFor(() => expect(api.callsTo('POST', '/api/auth/login')).toHaveLength(1))
  respond(Response.json({ user: user(), message: 'Signed in.' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Sign/ })).toBeNull())
})

it('L-LOGIN-09 L-LOGIN-12 success opens / and signs the user in; the name may be the email', async () => {
  const { api, person, router, fill } = await openSignIn()
  await fill('ansel@example.org', 'secret')
  await person.click(getSubmitButton())
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(await screen.findByText('Ansel')).toBeVisible()
  expect(api.callsTo('POST', '/api/auth/login')[0]?.body).toEqual({ username: 'ansel@example.org', password: 'secret' })
})

it('L-LOGIN-10 L-LOGIN-11 a failure shows the message of the server with a warning icon above the button', async () => {
  const { person, fill } = await openSignIn()
  await fill('ansel', 'wrong')
  await person.click(getSubmitButton())
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Invalid email or password')
  expect(alert.querySelector('svg')).not.toBeNull()
  expect(alert.compareDocumentPosition(getSubmitButton()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(getSubmitButton()).toBeEnabled()
})

it('L-LOGIN-11 a failure without a message reads Login failed', async () => {
  const { api, person, fill } = await openSignIn()
  api.on('POST /api/auth/login', () => new Response('', { status: 502 }))
  await fill('ansel', 'secret')
  await person.click(getSubmitButton())
  expect(await screen.findByRole('alert')).toHaveTextContent('Login failed')
})

it('a signed-in user is redirected to the photos', async () => {
  const { router } = renderApp('/login')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

describe('a temporary password', () => {
  const withTemporaryPassword = (api: { user: unknown }) => void (api.user = user({ must_change_password: true }))

  it('must be replaced before anything else is shown', async () => {
    const { api, person } = renderApp('/albums', withTemporaryPassword)
    expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeVisible()
    expect(screen.queryByRole('navigation')).toBeNull()
    const save = screen.getByRole('button', { name: 'Save Password' })
    await person.type(screen.getByLabelText('Temporary password'), 'secret')
    await person.type(screen.getByLabelText('New password'), 'too short')
    await person.type(screen.getByLabelText('Confirm new password'), 'too short')
    expect(save).toBeDisabled()
    await person.type(screen.getByLabelText('New password'), ' no more')
    expect(screen.getByText('The passwords do not match.')).toBeVisible()
    expect(save).toBeDisabled()
    await person.type(screen.getByLabelText('Confirm new password'), ' no more')
    await person.click(save)
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(api.callsTo('POST', '/api/auth/change-password')[0]?.body).toEqual({
      current_password: 'secret',
      new_password: 'too short no more',
    })
  })
})

describe('a second step', () => {
  const requireCode = (api: FakeApi) => {
    api.user = null
    api.on('POST /api/auth/login', () =>
      Response.json({ message: 'Enter the code.', code: 'second_step_required', challenge: 'sealed' }, { status: 401 }),
    )
  }
  const createRejection = (code: string, message: string) => () => Response.json({ code, message }, { status: 401 })
  async function openCodeForm(prepare: (api: FakeApi) => void = () => undefined) {
    const app = renderApp('/login', api => {
      requireCode(api)
      prepare(api)
    })
    await app.person.type(await screen.findByLabelText('Email or username'), 'ansel')
    await app.person.type(screen.getByLabelText('Password'), 'secret')
    await app.person.click(getSubmitButton())
    return { ...app, code: await screen.findByLabelText('Code') }
  }

  it('asks for the code, sends it with the challenge, and then the user is signed in', async () => {
    const { api, person, router, code } = await openCodeForm()
    expect(code).toHaveFocus()
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    api.on('POST /api/auth/second-step', () => {
      api.user = user()
      return Response.json({ user: user(), message: 'Signed in.' })
    })
    const next = screen.getByRole('button', { name: 'Continue' })
    await person.type(code, '123 45')
    expect(next).toBeDisabled()
    await person.type(code, '6')
    await person.click(next)
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(api.callsTo('POST', '/api/auth/second-step')[0]?.body).toEqual({ challenge: 'sealed', code: '123 456' })
  })

  it('a wrong code is reported and can be retried; a recovery code works as well', async () => {
    const { api, person, code } = await openCodeForm(api =>
      api.on('POST /api/auth/second-step', createRejection('code_wrong', 'This code is not valid.')),
    )
    await person.type(code, '000000{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is not valid.')
    expect(code).toHaveValue('')
    expect(code).toHaveFocus()
    await person.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await person.type(screen.getByLabelText('Recovery code'), 'bcdf-2345-ghjk-6789{Enter}')
    await waitFor(() => expect(api.callsTo('POST', '/api/auth/second-step')).toHaveLength(2))
    expect(api.callsTo('POST', '/api/auth/second-step')[1]?.body).toMatchObject({ code: 'bcdf-2345-ghjk-6789' })
  })

  it('an expired challenge returns to name and password, and so does Start again', async () => {
    const { person, code } = await openCodeForm(api =>
      api.on(
        'POST /api/auth/second-step',
        createRejection('challenge_expired', 'This sign-in has expired. Please start again.'),
      ),
    )
    await person.type(code, '123456{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in has expired. Please start again.')
    await person.type(screen.getByLabelText('Email or username'), 'ansel')
    await person.type(screen.getByLabelText('Password'), 'secret')
    await person.click(getSubmitButton())
    await person.click(await screen.findByRole('button', { name: 'Start again' }))
    expect(screen.getByLabelText('Password')).toBeVisible()
  })
})

describe('an account with a pending deletion', () => {
  const pendingDeletion = { message: 'About to be deleted.', code: 'account_deleting', challenge: 'sealed' }
  async function openKeepAccountScreen(prepare: (api: FakeApi) => void = () => undefined) {
    const app = renderApp('/login', api => {
      api.user = null
      api.on('POST /api/auth/login', () =>
        Response.json({ ...pendingDeletion, deletion_due_at: '2026-05-18T10:00:00.000Z' }, { status: 403 }),
      )
      prepare(api)
    })
    await app.person.type(await screen.findByLabelText('Email or username'), 'ansel')
    await app.person.type(screen.getByLabelText('Password'), 'secret')
    await app.person.click(getSubmitButton())
    await screen.findByRole('heading', { name: /^Your account will be deleted on .*2026/ })
    return app
  }

  it('shows the date, and is kept with one button', async () => {
    const { api, person, router } = await openKeepAccountScreen()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(screen.getAllByRole('button').map(button => button.textContent)).toEqual([
      'Keep My Account',
      'Back to the sign-in',
    ])
    api.on('POST /api/auth/keep-account', () => {
      api.user = user()
      return Response.json({ user: user(), message: 'Your account will be kept.' })
    })
    await person.click(screen.getByRole('button', { name: 'Keep My Account' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(api.callsTo('POST', '/api/auth/keep-account')[0]?.body).toEqual({ challenge: 'sealed' })
  })

  it('returns to the sign-in after the challenge expired', async () => {
    const { person } = await openKeepAccountScreen(api =>
      api.on('POST /api/auth/keep-account', () =>
        Response.json(
          { code: 'challenge_expired', message: 'This sign-in has expired. Please start again.' },
          { status: 401 },
        ),
      ),
    )
    await person.click(screen.getByRole('button', { name: 'Keep My Account' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in has expired. Please start again.')
    expect(screen.getByLabelText('Password')).toBeVisible()
  })

  it('appears after the code, too', async () => {
    const { person } = renderApp('/login', api => {
      api.user = null
      api.on('POST /api/auth/login', () =>
        Response.json({ code: 'second_step_required', message: 'Code.', challenge: 'first' }, { status: 401 }),
      )
      api.on('POST /api/auth/second-step', () =>
        Response.json({ ...pendingDeletion, deletion_due_at: '2026-05-18T10:00:00.000Z' }, { status: 403 }),
      )
    })
    await person.type(await screen.findByLabelText('Email or username'), 'ansel')
    await person.type(screen.getByLabelText('Password'), 'secret')
    await person.click(getSubmitButton())
    await person.type(await screen.findByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByRole('button', { name: 'Keep My Account' })).toHaveFocus()
  })
})
