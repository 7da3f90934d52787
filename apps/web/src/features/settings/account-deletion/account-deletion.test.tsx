import { screen, waitFor, within } from '@testing-library/react'
import { withAccount } from '../../../../test/fake-account.ts'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { expectToast, renderApp } from '../../../../test/render-app.tsx'
import '../../../../test/settings-sections.ts'
import './delete-account.dialog.tsx'

const DELETION_DUE_AT = '2026-05-18T10:00:00.000Z'
async function openDeletionDialog(
  prepare: (api: FakeApi) => void = () => undefined,
  account: Parameters<typeof withAccount>[0] = {},
) {
  const app = renderApp('/settings', api => {
    withAccount(account)(api)
    prepare(api)
  })
  const section = within(await screen.findByRole('region', { name: 'Delete Account' }))
  await app.person.click(section.getByRole('button', { name: 'Delete Account' }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Delete your account' })) }
}

it('L-MKT-13 explains the consequences and their date, offers the export, asks for the password, and signs out', async () => {
  const { api, person, router, dialog } = await openDeletionDialog(api => {
    api.on('DELETE /api/settings/account', ({ body }) =>
      body['current_password'] === 'secret'
        ? Response.json({ success: true, message: 'Gone soon.', deletion_due_at: DELETION_DUE_AT })
        : Response.json({ message: 'The current password is not correct.', code: 'invalid_input' }, { status: 400 }),
    )
  })
  expect(await dialog.findByText(/deleted permanently after 14 days/)).toBeVisible()
  expect(dialog.getByText(/your galleries will close/)).toBeVisible()
  expect(dialog.getByRole('link', { name: 'Download Everything' })).toHaveAttribute('href', '/api/export')
  expect(dialog.queryByText(/will not be charged again/)).toBeNull()
  const submit = dialog.getByRole('button', { name: 'Delete Account' })
  expect(submit).toBeDisabled()
  await person.type(dialog.getByLabelText('Your password'), 'wrong')
  await person.click(submit)
  expect(await dialog.findByRole('alert')).toHaveTextContent('The current password is not correct.')
  await person.clear(dialog.getByLabelText('Your password'))
  await person.type(dialog.getByLabelText('Your password'), 'secret')
  await person.click(submit)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(api.callsTo('DELETE', '/api/settings/account').at(-1)?.body).toEqual({ current_password: 'secret' })
  await expectToast(/^Your account will be deleted on .*2026.* Sign in before then to keep it\.$/)
})

it('asks for the code if two-step sign-in is on, and explains what happens to a paid plan', async () => {
  const second_step = { enabled: true, enabled_at: DELETION_DUE_AT, recovery_codes_left: 10 }
  const { dialog } = await openDeletionDialog(
    api =>
      api.on('GET /api/settings/security', () =>
        Response.json({ second_step, passkeys: [], passkey_address: window.location.origin }),
      ),
    { tier: 'studio', plan: { managed: true } },
  )
  expect(await dialog.findByLabelText('Code')).toBeVisible()
  expect(await dialog.findByText(/^Your Studio plan will not be charged again/)).toBeVisible()
})
