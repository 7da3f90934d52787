import { jest } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import '../../../../test/developer-pages.ts'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { renderApp } from '../../../../test/render-app.tsx'

const PAGE_FIELDS = { total: 0, limit: 50, offset: 0 }

async function open(endpoint = '', prepare: (api: FakeApi) => void = () => undefined) {
  const app = renderApp(`/developers/explorer${endpoint && `?endpoint=${endpoint}`}`, prepare)
  const token = await screen.findByLabelText('API token')
  const execute = () => app.person.click(screen.getByRole('button', { name: 'Execute Request' }))
  const tab = (name: string) => app.person.click(screen.getByRole('tab', { name }))
  return { ...app, token, execute, tab }
}
const forbiddenResponse = () =>
  Response.json(
    { error: 'scope_needed', code: 'scope_needed', message: 'Insufficient permissions.', request_id: 'r' },
    { status: 403 },
  )

it('S-EXP-10 S-EXP-03 shows a hint until an endpoint is selected; endpoints are grouped and have method badges', async () => {
  const { person } = await open()
  expect(screen.getByText('Select an endpoint')).toBeVisible()
  const albums = within(screen.getByRole('region', { name: 'Albums' }))
  const badge = albums.getAllByText('DELETE')[0]
  expect(badge).toHaveAttribute('data-method', 'DELETE')
  await person.click(albums.getByRole('button', { name: /^GET ?\/albums$/ }))
  expect(screen.queryByText('Select an endpoint')).toBeNull()
  expect(screen.getByRole('region', { name: 'GET /albums' })).toBeVisible()
})

it('S-EXP-01 the token is hidden, stored under its own key, and cleared; sign-out removes it', async () => {
  const { person, token, view } = await open()
  expect(token).toHaveAttribute('type', 'password')
  await person.type(token, 'dm_secret')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(localStorage.getItem('daymark.api-token')).toBe('dm_secret')
  await person.click(screen.getByRole('button', { name: 'Clear' }))
  expect(localStorage.getItem('daymark.api-token')).toBeNull()
  expect(token).toHaveValue('')
  await person.type(token, 'dm_other{Enter}')
  expect(localStorage.getItem('daymark.api-token')).toBe('dm_other')
  await person.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(localStorage.getItem('daymark.api-token')).toBeNull())
  view.unmount()
})

it('S-EXP-02 the base URL is the address of this installation, and can be changed', async () => {
  const { person, execute, api } = await open('getHealth', api =>
    api.on('GET /v1/health', () => Response.json({ ok: true, status: 'ok' })),
  )
  const baseUrlField = screen.getByLabelText('Base URL')
  expect(baseUrlField).toHaveValue('http://localhost/v1')
  await person.clear(baseUrlField)
  await person.type(baseUrlField, 'https://elsewhere.example/v1')
  expect(screen.getByText(/blocks requests to other servers/)).toBeVisible()
  await person.clear(baseUrlField)
  await person.type(baseUrlField, 'http://localhost/v1/')
  await execute()
  await screen.findByText('200 OK')
  expect(api.callsTo('GET', '/v1/health')).toHaveLength(1)
})

it('S-EXP-08 S-EXP-15 S-EXP-18 a request is sent with its token; the response has status, time, body and headers', async () => {
  const fetched = jest.fn<(init: RequestInit | undefined) => void>()
  const { person, token, execute, api } = await open('listAlbums', api =>
    api.on('GET /v1/albums', () => Response.json({ albums: [], ...PAGE_FIELDS, next_cursor: null })),
  )
  const { fetch } = window
  window.fetch = (input, init) => {
    if (String(input).includes('/v1/')) fetched(init)
    return fetch(input, init)
  }
  await person.type(token, 'dm_secret')
  await person.clear(screen.getByRole('textbox', { name: 'limit' }))
  await person.type(screen.getByRole('textbox', { name: 'limit' }), '5')
  await execute()
  const answer = within(await screen.findByRole('region', { name: 'Response' }))
  expect(answer.getByText('200 OK')).toBeVisible()
  expect(answer.getByText(/^\d+ ms$/)).toBeVisible()
  expect(answer.getByRole('region', { name: 'Body' })).toHaveTextContent('"next_cursor": null')
  expect(answer.getByText('application/json')).toBeInTheDocument()
  expect(api.callsTo('GET', '/v1/albums')[0]?.path).toBe('/v1/albums?limit=5&offset=0')
  expect(fetched.mock.calls[0]?.[0]).toMatchObject({
    credentials: 'omit',
    headers: { Authorization: 'Bearer dm_secret', 'Content-Type': 'application/json' },
  })
})

it('S-EXP-05 S-EXP-15 documented headers can be filled in, and a 304 is no failure', async () => {
  const { person, token, execute, tab, api } = await open('listTags', api =>
    api.on('GET /v1/tags', () => new Response(null, { status: 304 })),
  )
  const sent = jest.fn<(headers: unknown) => void>()
  const { fetch } = window
  window.fetch = (input, init) => {
    if (String(input).includes('/v1/')) sent(init?.headers)
    return fetch(input, init)
  }
  await person.type(token, 'dm_secret')
  const row = within(screen.getByRole('row', { name: /^If-None-Match/ }))
  expect(row.getByText('string (header)')).toBeVisible()
  await person.type(row.getByRole('textbox', { name: 'If-None-Match' }), 'W/"1"')
  await execute()
  expect(await screen.findByText('304 Not Modified')).toHaveClass('good')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ 'If-None-Match': 'W/"1"' }))
  expect(api.callsTo('GET', '/v1/tags')[0]?.path).toBe('/v1/tags?limit=50&offset=0')
  await tab('cURL')
  expect(screen.getByRole('region', { name: 'cURL' })).toHaveTextContent('If-None-Match: W/"1"')
  await person.click(screen.getByRole('button', { name: /^POST ?\/images$/ }))
  await tab('Parameters')
  expect(screen.getByRole('textbox', { name: 'Idempotency-Key' })).toHaveValue('')
  expect(screen.getByRole('combobox', { name: 'Upload-Resumable' })).toHaveValue('')
})

it('S-EXP-09 S-EXP-14 an error is shown above the response', async () => {
  const { person, token, execute } = await open('listTags', api => api.on('GET /v1/tags', forbiddenResponse))
  await person.type(token, 'dm_secret')
  await execute()
  const note = await screen.findByRole('alert')
  expect(note).toHaveTextContent('Request failed with status 403')
  const answer = screen.getByRole('region', { name: 'Response' })
  expect(within(answer).getByText(/^403/)).toHaveClass('bad')
  expect(answer).toHaveTextContent('"code": "scope_needed"')
  expect(note.compareDocumentPosition(answer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('S-EXP-14 a network error is shown unchanged', async () => {
  const { execute } = await open('getHealth', api =>
    api.on('GET /v1/health', () => {
      throw new TypeError('Failed to fetch')
    }),
  )
  await execute()
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch')
  expect(screen.queryByRole('region', { name: 'Response' })).toBeNull()
})

it('S-EXP-04 S-EXP-05 has tabs, and a table of parameters with checkboxes for booleans', async () => {
  const { person, tab } = await open('listImages')
  expect(screen.getAllByRole('tab').map(one => one.textContent)).toEqual(['Parameters', 'cURL'])
  const table = within(screen.getByRole('table', { name: 'Parameters' }))
  expect(table.getAllByRole('columnheader').map(one => one.textContent)).toEqual([
    'Name',
    'Value',
    'Type',
    'Description',
  ])
  await person.click(table.getByRole('checkbox', { name: 'favorite' }))
  await tab('cURL')
  expect(screen.getByRole('region', { name: 'cURL' })).toHaveTextContent('/images?favorite=true&limit=50')
  await person.click(screen.getByRole('button', { name: /^PATCH ?\/images/ }))
  expect(screen.getAllByRole('tab').map(one => one.textContent)).toEqual(['Parameters', 'Body', 'cURL'])
  expect(screen.getByRole('rowheader', { name: /id \*\s?required/ })).toBeVisible()
})

it('S-EXP-06 S-EXP-11 another endpoint starts with fresh parameters and body, without a response', async () => {
  const { person, execute, tab } = await open('createAlbum')
  const body = screen.getByLabelText('JSON body')
  const initialBody = (body as HTMLTextAreaElement).value
  await person.clear(body)
  await execute()
  await screen.findByRole('alert')
  await person.click(screen.getByRole('button', { name: /^GET ?\/search/ }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'q' })).toHaveValue('')
  expect(screen.getByRole('textbox', { name: 'limit' })).toHaveValue('20')
  await person.click(screen.getByRole('button', { name: /^POST ?\/albums$/ }))
  await tab('Body')
  expect(screen.getByLabelText('JSON body')).toHaveValue(initialBody)
})

it('S-EXP-07 the command is copied with the token, which the screen does not show', async () => {
  const { person, token, tab } = await open('listAlbums')
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await person.type(token, 'dm_secretAndLong')
  await tab('cURL')
  const code = screen.getByRole('region', { name: 'cURL' })
  expect(code).toHaveTextContent('Bearer dm_secr••••••••')
  const copy = screen.getByRole('button', { name: 'Copy cURL' })
  // With fake timers, the label Copied stays. It would disappear after 2 seconds.
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] })
  try {
    await act(async () => copy.click())
    expect(copy).toHaveAccessibleName('Copied cURL')
  } finally {
    jest.useRealTimers()
  }
  expect(writeText.mock.calls[0]?.[0]).toContain('Authorization: Bearer dm_secretAndLong')
})

it('an upload takes a file', async () => {
  const { person, token, execute } = await open('uploadImage')
  const sent = jest.fn<(body: FormData) => void>()
  const { fetch } = window
  window.fetch = async (input, init) => {
    if (!String(input).endsWith('/v1/images')) return fetch(input, init)
    sent(init?.body as FormData)
    return Response.json({ id: '1', processing_status: 'processing' }, { status: 201 })
  }
  await person.type(token, 'dm_secret')
  await person.upload(screen.getByLabelText('file'), new File(['x'], 'dune.jpg', { type: 'image/jpeg' }))
  await execute()
  expect(await screen.findByText('201 Created')).toBeVisible()
  const file = sent.mock.calls[0]?.[0].get('file')
  expect(file).toEqual(expect.objectContaining({ name: 'dune.jpg' }))
})
