import type { http } from '@daymark/contracts'
import { jest } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { withAccount } from '../../../../test/fake-account.ts'
import { renderApp } from '../../../../test/render-app.tsx'
import type { FakeApi } from '../../../../test/fake-api.ts'
import '../../../../test/settings-sections.ts'
import { guessDeviceName } from './security.api.ts'

const SECOND_STEP_OFF = { enabled: false, enabled_at: null, recovery_codes_left: 0 }
const secondStepOn = (left = 10) => ({
  enabled: true,
  enabled_at: '2026-05-03T10:00:00.000Z',
  recovery_codes_left: left,
})
const laptop: http.Passkey = {
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'Laptop',
  created_at: '2026-05-03T10:00:00.000Z',
  last_used_at: null,
  synced: false,
  may_be_copied: false,
}
const security = (fields: Partial<http.AccountSecurity> = {}): http.AccountSecurity => ({
  second_step: SECOND_STEP_OFF,
  passkeys: [],
  passkey_address: window.location.origin,
  ...fields,
})
const codes = Array.from({ length: 10 }, (_, i) => `bcdf-2345-ghjk-678${i}`)
const wrongPasswordResponse = () =>
  Response.json({ message: 'The current password is not correct.', code: 'invalid_input' }, { status: 400 })

async function openSettings(fields: Partial<http.AccountSecurity>, prepare: (api: FakeApi) => void = () => undefined) {
  const app = renderApp('/settings', api => {
    withAccount()(api)
    api.on('GET /api/settings/security', () => Response.json(security(fields)))
    prepare(api)
  })
  const section = within(await screen.findByRole('region', { name: 'Security' }))
  const pressButton = async (name: string) => app.person.click(await section.findByRole('button', { name }))
  const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
  return { ...app, section, pressButton, findDialog }
}

it('two-step sign-in is turned on with the password, a key to scan or type and its first code, and then shows the recovery codes', async () => {
  const { api, person, pressButton, findDialog } = await openSettings({}, api => {
    api.on('POST /api/settings/second-step', ({ body }) =>
      body['current_password'] === 'secret'
        ? Response.json({ challenge: 'sealed', key: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Daymark:a?secret=JBSW' })
        : wrongPasswordResponse(),
    )
    api.on('POST /api/settings/second-step/confirm', () => Response.json({ recovery_codes: codes }))
  })
  await pressButton('Turn On')
  const first = await findDialog('Turn on two-step sign-in')
  await person.type(first.getByLabelText('Your password'), 'wrong')
  await person.click(first.getByRole('button', { name: 'Continue' }))
  expect(await first.findByRole('alert')).toHaveTextContent('The current password is not correct.')
  await person.clear(first.getByLabelText('Your password'))
  await person.type(first.getByLabelText('Your password'), 'secret')
  await person.click(first.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await person.type(screen.getByLabelText('Code'), '123456{Enter}')
  const last = await findDialog('Recovery codes')
  expect(last.getAllByRole('listitem').map(item => item.textContent)).toEqual(codes)
  expect(api.callsTo('POST', '/api/settings/second-step/confirm')[0]?.body).toEqual({
    challenge: 'sealed',
    code: '123456',
  })
  const savedFileNames: string[] = []
  const clickSpy = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    savedFileNames.push(this.download)
  })
  await person.click(last.getByRole('button', { name: 'Download' }))
  expect(savedFileNames).toEqual(['daymark-recovery-codes.txt'])
  clickSpy.mockRestore()
  await person.click(last.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsTo('GET', '/api/settings/security').length).toBeGreaterThan(1)
})

it('it is turned off with password and code', async () => {
  const { api, person, pressButton, findDialog } = await openSettings({ second_step: secondStepOn() }, api =>
    api.on('DELETE /api/settings/second-step', () => Response.json({ success: true, message: 'Off.' })),
  )
  await pressButton('Turn Off')
  const dialogContent = await findDialog('Turn off two-step sign-in')
  await person.type(dialogContent.getByLabelText('Your password'), 'secret')
  expect(dialogContent.getByRole('button', { name: 'Turn Off' })).toBeDisabled()
  await person.type(dialogContent.getByLabelText('Code'), '123456')
  await person.click(dialogContent.getByRole('button', { name: 'Turn Off' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsTo('DELETE', '/api/settings/second-step')[0]?.body).toEqual({
    current_password: 'secret',
    code: '123456',
  })
})

it.each([
  [10, '10 of 10 left. Each signs you in once, without your phone.'],
  [2, 'Only 2 left. Create new ones, so that a lost phone does not lock you out.'],
  [0, 'None left. Create new ones, so that a lost phone does not lock you out.'],
])('shows that %d recovery codes are left', async (left, message) => {
  const { section } = await openSettings({ second_step: secondStepOn(left) })
  expect(await section.findByText(message)).toBeVisible()
})

it('passkeys are listed, renamed and removed', async () => {
  const copied = { ...laptop, id: '0198c0de-0000-7000-8000-000000000002', name: 'Key ring', may_be_copied: true }
  const { api, person, pressButton, section, findDialog } = await openSettings({ passkeys: [laptop, copied] }, api => {
    api.on(`PATCH /api/settings/passkeys/${laptop.id}`, ({ body }) => Response.json({ ...laptop, name: body['name'] }))
    api.on(`DELETE /api/settings/passkeys/${laptop.id}`, () => Response.json({ success: true, message: 'Removed.' }))
  })
  expect(await section.findByText('Laptop')).toBeVisible()
  expect(section.getByText(/This passkey may have been copied/)).toBeVisible()
  await pressButton('Rename Laptop')
  const name = (await findDialog('Rename passkey')).getByLabelText('Name')
  await person.clear(name)
  await person.type(name, 'Studio{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsTo('PATCH', '/api/settings/passkeys/')[0]?.body).toEqual({ name: 'Studio' })
  await pressButton('Remove Laptop')
  const dialogContent = await findDialog('Remove passkey')
  await person.type(dialogContent.getByLabelText('Your password'), 'secret')
  await person.click(dialogContent.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsTo('DELETE', '/api/settings/passkeys/')[0]?.body).toEqual({ current_password: 'secret' })
})

it.each([
  ['https://photos.example.com', 'Passkeys work at https://photos.example.com only. Please open Daymark there.'],
  [null, 'Passkeys need a domain name and https. Ask the operator of this installation.'],
])('names the address %s at which passkeys work instead of offering one', async (address, message) => {
  const { section } = await openSettings({ passkey_address: address })
  expect(await section.findByText(message)).toBeVisible()
  expect(section.queryByRole('button', { name: 'Add a Passkey' })).toBeNull()
})

it('a failure to load is shown', async () => {
  const { section } = await openSettings({}, api =>
    api.on('GET /api/settings/security', () => new Response('', { status: 500 })),
  )
  expect(await section.findByRole('alert')).toHaveTextContent('Failed to load security settings')
})

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'Android phone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Mac'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows PC'],
  ['something else', 'This device'],
])('%s is called %s', (userAgent, name) => {
  expect(guessDeviceName(userAgent)).toBe(name)
})
