import { jest } from '@jest/globals'
import type { http, Tier } from '@daymark/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import '../../../../test/developer-pages.ts'
import { planOf, withAccount } from '../../../../test/fake-account.ts'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { expectToast, renderApp } from '../../../../test/render-app.tsx'

const FAR_FUTURE = '2126-05-04T10:00:00.000Z'
const SECRET = 'dm_aB3xQ8sVb7XtY3nW5zLc9rJd4mFg1eKa6uTi2hPk'

const token = (n: number, fields: Partial<http.v1.Token> = {}): http.v1.Token => ({
  id: `0198c0de-0000-7000-8000-00000000000${n}`,
  name: `Token ${n}`,
  scopes: ['read'],
  prefix: `dm_aB3x${n}`,
  token_prefix: `dm_aB3x${n}`,
  expiresAt: FAR_FUTURE,
  expires_at: FAR_FUTURE,
  lastUsedAt: null,
  last_used_at: null,
  created_at: '2026-05-03T10:00:00.000Z',
  ...fields,
})
const serverError = () => Response.json({ message: 'No.', code: 'internal' }, { status: 500 })

type Vault = { listed?: http.v1.Token[]; tier?: Tier; prepare?: (api: FakeApi) => void }

function open({ listed = [], tier = 'studio', prepare = () => undefined }: Vault = {}) {
  return renderApp('/developers/vault', api => {
    withAccount({ tier })(api)
    let tokens = listed
    api.on('GET /v1/tokens', () => Response.json(tokens))
    api.on('POST /v1/tokens', ({ body }) => {
      const created = token(9, {
        name: body['name'] as string | null,
        scopes: body['scopes'] as http.v1.Token['scopes'],
      })
      tokens = [created, ...tokens]
      return Response.json({ ...created, token: SECRET }, { status: 201 })
    })
    for (const { id } of listed)
      api.on(`DELETE /v1/tokens/${id}`, () => {
        tokens = tokens.filter(one => one.id !== id)
        return Response.json({ success: true, message: 'Revoked.' })
      })
    prepare(api)
  })
}
const rows = async () => within(await screen.findByRole('list', { name: 'Tokens' })).getAllByRole('listitem')

it('S-VAULT-01 S-VAULT-02 an empty vault shows a message', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Token Vault' })).toBeVisible()
  expect(screen.getByText(/Personal access tokens/)).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'No tokens yet' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'New Token' })).toBeVisible()
})

it('S-VAULT-05 a row has name, masked prefix, expiry and last use', async () => {
  const used = '2026-05-04T10:00:00.000Z'
  const past = '2026-05-01T10:00:00.000Z'
  open({
    listed: [
      token(1, { name: 'Booking', scopes: ['read', 'write'], lastUsedAt: used, last_used_at: used }),
      token(2, { name: null, expiresAt: past, expires_at: past }),
    ],
  })
  const [first, second] = await rows()
  expect(first).toHaveTextContent(/Booking.*read.*write.*dm_aB3x1••••••••.*Expires .*2126.*Last used/)
  expect(second).toHaveTextContent(/\(unnamed\).*Expired .*2026.*Never used/)
  expect(within(second as HTMLElement).getByRole('button', { name: 'Revoke (unnamed)' })).toBeEnabled()
})

it('S-VAULT-03 S-VAULT-04 S-VAULT-07 S-VAULT-11 a token is created with its defaults and shown once', async () => {
  const { person, api } = open()
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await person.click(await screen.findByRole('button', { name: 'New Token' }))
  const form = within(screen.getByRole('dialog', { name: 'New Token' }))
  const ttl = form.getByRole('combobox', { name: 'TTL' })
  expect(
    within(ttl)
      .getAllByRole('option')
      .map(one => one.textContent),
  ).toEqual(['24 hours', '7 days', '30 days', '90 days', '1 year'])
  expect(ttl).toHaveDisplayValue('7 days')
  const scopes = form.getAllByRole('checkbox')
  expect(scopes.map(one => (one as HTMLInputElement).checked)).toEqual([true, false, false])
  await person.click(form.getByRole('button', { name: 'Create Token' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Your New Token' }))
  expect(api.callsTo('POST', '/v1/tokens')[0]?.body).toEqual({ name: null, scopes: ['read'], ttl: '7d' })
  expect(shown.getByText(SECRET)).toBeVisible()
  await person.click(shown.getByRole('button', { name: 'Copy' }))
  expect(writeText).toHaveBeenCalledWith(SECRET)
  await expectToast('Token copied to clipboard')
  await person.click(shown.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(SECRET)).toBeNull()
  expect(await rows()).toHaveLength(1)
})

it('S-VAULT-03 a token is created with a name, another expiry and other scopes', async () => {
  const { person, api } = open()
  await person.click(await screen.findByRole('button', { name: 'New Token' }))
  await person.type(screen.getByLabelText('Name (optional)'), ' Booking ')
  await person.selectOptions(screen.getByLabelText('TTL'), '1 year')
  await person.click(screen.getByLabelText('read'))
  expect(screen.getByRole('button', { name: 'Create Token' })).toBeDisabled()
  await person.click(screen.getByLabelText('write'))
  await person.click(screen.getByLabelText('webhooks'))
  await person.click(screen.getByRole('button', { name: 'Create Token' }))
  await screen.findByRole('dialog', { name: 'Your New Token' })
  expect(api.callsTo('POST', '/v1/tokens')[0]?.body).toEqual({
    name: 'Booking',
    scopes: ['write', 'webhooks'],
    ttl: '365d',
  })
})

describe('failures', () => {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => void jest.restoreAllMocks())

  it('S-VAULT-08 to load the list appear in a red banner', async () => {
    open({ prepare: api => api.on('GET /v1/tokens', serverError) })
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load tokens')
    expect(screen.queryByText('No tokens yet')).toBeNull()
  })

  it('S-VAULT-09 to create a token appear in the dialog', async () => {
    const { person } = open({ prepare: api => api.on('POST /v1/tokens', serverError) })
    await person.click(await screen.findByRole('button', { name: 'New Token' }))
    await person.click(screen.getByRole('button', { name: 'Create Token' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to create token')
    expect(screen.getByRole('dialog', { name: 'New Token' })).toBeVisible()
  })

  it('S-VAULT-10 to revoke a token are shown as an alert', async () => {
    const alert = jest.spyOn(window, 'alert').mockImplementation(() => undefined)
    jest.spyOn(window, 'confirm').mockReturnValue(true)
    const one = token(1)
    const { person } = open({ listed: [one], prepare: api => api.on(`DELETE /v1/tokens/${one.id}`, serverError) })
    await person.click(await screen.findByRole('button', { name: 'Revoke Token 1' }))
    await waitFor(() => expect(alert).toHaveBeenCalledWith('Failed to revoke token'))
    expect(await rows()).toHaveLength(1)
  })
})

it('S-VAULT-06 revoking asks first, then the list is read again', async () => {
  const confirm = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true)
  const { person, api } = open({ listed: [token(1)] })
  const revoke = await screen.findByRole('button', { name: 'Revoke Token 1' })
  await person.click(revoke)
  expect(confirm).toHaveBeenCalledWith('Revoke this token?')
  expect(api.callsTo('DELETE', '/v1/tokens')).toHaveLength(0)
  await person.click(revoke)
  expect(await screen.findByRole('heading', { name: 'No tokens yet' })).toBeVisible()
})

it('rule 13 without API access in the plan, tokens can be created and a notice names the required plan', async () => {
  open({ tier: 'starter' })
  await screen.findByRole('heading', { name: 'No tokens yet' })
  expect(
    await screen.findByText(/^API access requires the Studio plan\. .* rejected until you upgrade\.$/),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Upgrade' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'New Token' })).toBeEnabled()
})

it('rule 13 names the lowest plan with API access in this installation', async () => {
  open({
    prepare: api => api.on('GET /api/subscription', () => Response.json(planOf('starter', { apiTier: 'advanced' }))),
  })
  expect(await screen.findByText(/^API access requires the Advanced plan\. /)).toBeVisible()
})

it('rule 13 with API access in the plan there is no notice', async () => {
  const { api } = open({ tier: 'studio' })
  await screen.findByRole('heading', { name: 'No tokens yet' })
  await waitFor(() => expect(api.callsTo('GET', '/api/subscription')).toHaveLength(1))
  expect(screen.queryByText(/API access requires/)).toBeNull()
})
