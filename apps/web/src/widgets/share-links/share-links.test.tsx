import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { jest } from '@jest/globals'
import type { http } from '@daymark/contracts'
import { share, withAlbum } from '../../../test/fake-albums.ts'
import { failure, type FakeApi } from '../../../test/fake-api.ts'
import { withWatermark } from '../../../test/fake-watermark.ts'
import { expectToast, mockNativeDialogs, renderApp } from '../../../test/render-app.tsx'
import '../../features/albums/album.page.tsx'
import './edit/share-link.dialog.tsx'
import '../upload-links/upload-links.dialog.tsx'

const { confirms } = mockNativeDialogs()

const openPanel = (shares: http.Share[] = [share({ id: 'one' })], prepare?: (api: FakeApi) => void) =>
  renderApp('/albums/lisbon', api => {
    withAlbum({ shares })(api)
    prepare?.(api)
  })
/** Opens the panel and expands the list of links, which is initially collapsed. */
async function openExpanded(...panelArguments: Parameters<typeof openPanel>) {
  const app = openPanel(...panelArguments)
  fireEvent.click(await screen.findByRole('button', { name: 'Share Links' }))
  return app
}
const findLinkList = async () => within(await screen.findByRole('list', { name: 'Share links' }))
const findButton = (name: string) => screen.findByRole('button', { name })
const findForm = (name: 'New share link' | 'Edit share link') => screen.findByRole('form', { name })

it('S-PANEL-01 S-SHARE-02 lists the links of this album with state, views and what they allow', async () => {
  const { api } = await openExpanded([
    share({
      id: 'one',
      view_count: 12,
      last_viewed_at: '2025-05-03T10:00:00.000Z',
      expires_at: '2099-05-01T21:59:59.000Z',
    }),
    share({ id: 'two', revoked: true, active: false, view_count: 1, allow_downloads: false, show_titles: false }),
    share({ id: 'three', active: false, expires_at: '2020-05-01T21:59:59.000Z', theme: 'dark', has_password: true }),
  ])
  const rows = (await findLinkList())
    .getAllByRole('listitem')
    .filter(row => within(row).queryByRole('button', { name: 'Copy Link' }))
  const textsOf = (row?: HTMLElement) =>
    within(row ?? document.body)
      .getAllByRole('listitem')
      .map(item => item.textContent)
  expect(within(rows[0] ?? document.body).getByText('Active')).toBeVisible()
  expect(textsOf(rows[0])).toEqual([
    '12 views',
    expect.stringMatching(/^Last viewed/),
    expect.stringMatching(/^Expires .*2099/),
    'View analytics',
  ])
  expect(within(rows[1] ?? document.body).getByText('Revoked')).toBeVisible()
  expect(textsOf(rows[1])).toEqual(['1 view', 'Never expires', 'No downloads', 'Titles hidden', 'View analytics'])
  expect(within(rows[2] ?? document.body).getByText('Expired')).toBeVisible()
  expect(textsOf(rows[2])).toEqual([
    '0 views',
    expect.stringMatching(/^Expired .*2020/),
    'Dark theme',
    'Password',
    'View analytics',
  ])
  expect(screen.getByText('1 active, 1 expired, 1 revoked')).toBeVisible()
  expect(api.callsTo('GET', '/api/shares')[0]?.path).toBe('/api/shares?album_id=lisbon')
})

it('L-AD-15 S-PANEL-02 S-PANEL-09 a link is created with the defaults; its Copy Link has the focus', async () => {
  const { api, person } = openPanel([])
  expect(await screen.findByText('This album is private. Create a link to share it.')).toBeVisible()
  await person.click(await findButton('New Link'))
  await findForm('New share link')
  expect(screen.getByLabelText('Expires on')).toHaveValue('')
  expect(screen.getByRole('switch', { name: 'Allow downloads' })).toBeChecked()
  expect(screen.getByRole('switch', { name: 'Show titles' })).toBeChecked()
  expect(screen.getByRole('combobox', { name: 'Theme' })).toHaveValue('auto')
  await person.click(await findButton('Create Link'))
  await waitFor(async () => expect(await findButton('Copy Link')).toHaveFocus())
  expect(api.callsTo('POST', '/api/shares')[0]?.body).toEqual({
    album_id: 'lisbon',
    expires_at: null,
    allow_downloads: true,
    watermark: false,
    show_titles: true,
    show_name: true,
    allow_indexing: false,
    theme: 'auto',
    download_sizes: ['original'],
    download_limit: null,
    visitor_download_limit: null,
    password_hint: null,
    slug: null,
    picks: null,
    comments: null,
    first_look: null,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
})

it('S-PANEL-09 a link is created with the chosen settings', async () => {
  const { api, person } = openPanel([])
  await person.click(await findButton('New Link'))
  await findForm('New share link')
  await person.type(screen.getByLabelText('Expires on'), '2099-05-01')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'Dark')
  await person.type(screen.getByLabelText('Password'), 'open sesame')
  await person.click(screen.getByRole('switch', { name: 'Allow downloads' }))
  await person.click(screen.getByRole('switch', { name: 'Show titles' }))
  await person.click(await findButton('Create Link'))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'New share link' })).toBeNull())
  expect(api.callsTo('POST', '/api/shares')[0]?.body).toMatchObject({
    expires_at: '2099-05-01',
    theme: 'dark',
    password: 'open sesame',
    allow_downloads: false,
    show_titles: false,
  })
})

it('rule 37 the readable address has a hint, which warns about a short address without a password', async () => {
  const { person } = openPanel([])
  await person.click(await findButton('New Link'))
  await findForm('New share link')
  const address = screen.getByRole('textbox', { name: 'Readable address' })
  expect(address).toHaveAccessibleDescription('Optional. Leave empty for a random address.')
  await person.type(address, 'Lisbon')
  expect(address).toHaveAccessibleDescription(/^Short addresses can be guessed\./)
  await person.type(screen.getByLabelText('Password'), 'open sesame')
  expect(address).toHaveAccessibleDescription('Address for visitors: …/share/lisbon')
})

it('S-PANEL-02 a link that cannot be created: the message of the server appears in the form', async () => {
  const { person } = openPanel([], api => api.on('POST /api/shares', () => failure(400, 'The date lies in the past.')))
  await person.click(await findButton('New Link'))
  await findForm('New share link')
  await person.click(await findButton('Create Link'))
  expect(await screen.findByRole('alert')).toHaveTextContent('The date lies in the past.')
})

it('S-PANEL-03 Revoke and Reinstate', async () => {
  const { api, person } = await openExpanded()
  await person.click(await findButton('Revoke'))
  expect(await screen.findByText('Revoked')).toBeVisible()
  await person.click(await findButton('Reinstate'))
  expect(await screen.findByText('Active')).toBeVisible()
  expect(api.callsTo('POST', '/api/shares/one').map(({ path }) => path)).toEqual([
    '/api/shares/one/revoke',
    '/api/shares/one/reinstate',
  ])
})

it('S-PANEL-03 a link that could not be revoked must not look revoked', async () => {
  const { person } = await openExpanded(undefined, api => api.on('POST /api/shares/one/revoke', () => failure(500)))
  await person.click(await findButton('Revoke'))
  await expectToast('The link could not be revoked. Please try again.')
  expect(screen.getByText('Active')).toBeVisible()
})

it('S-PANEL-04 Delete asks Delete this share link? and No keeps it', async () => {
  const { api, person } = await openExpanded()
  confirms.mockReturnValue(false)
  await person.click(await findButton('Delete'))
  expect(confirms).toHaveBeenCalledWith('Delete this share link?')
  expect(api.callsTo('DELETE', '/api/shares')).toEqual([])
  confirms.mockReturnValue(true)
  await person.click(await findButton('Delete'))
  expect(await screen.findByText('This album is private. Create a link to share it.')).toBeVisible()
  expect(api.callsTo('DELETE', '/api/shares')[0]?.path).toBe('/api/shares/one')
})

it('an existing link is changed; a password is removed only on request', async () => {
  const { api, person } = await openExpanded([share({ id: 'one', has_password: true })])
  await person.click(await findButton('Edit'))
  await findForm('Edit share link')
  await person.click(screen.getByRole('switch', { name: 'Allow downloads' }))
  await person.click(await findButton('Save Link'))
  expect(await screen.findByText('No downloads')).toBeVisible()
  expect(api.callsTo('PATCH', '/api/shares/one')[0]?.body).not.toHaveProperty('password')
  await person.click(await findButton('Edit'))
  await findForm('Edit share link')
  expect(screen.getByText('A password is set.')).toBeVisible()
  await person.click(await findButton('Remove Password'))
  await person.click(await findButton('Save Link'))
  await waitFor(() => expect(api.callsTo('PATCH', '/api/shares/one')[1]?.body).toMatchObject({ password: null }))
})

describe('the watermark of a link', () => {
  const starter = { tier: 'starter' } as const

  it('S-PANEL-09 is off by default, and on if chosen', async () => {
    const { api, person } = openPanel([], withWatermark())
    await person.click(await findButton('New Link'))
    await findForm('New share link')
    const watermark = await screen.findByRole('switch', { name: 'Watermark' })
    expect(watermark).not.toBeChecked()
    await person.click(watermark)
    await person.click(await findButton('Create Link'))
    await waitFor(() => expect(screen.queryByRole('form', { name: 'New share link' })).toBeNull())
    expect(api.callsTo('POST', '/api/shares')[0]?.body).toMatchObject({ watermark: true })
  })

  it('without an image a link to its page is shown', async () => {
    const { person } = openPanel([], withWatermark({ exists: false }))
    await person.click(await findButton('New Link'))
    await findForm('New share link')
    expect(await screen.findByRole('link', { name: 'Add a watermark first' })).toHaveAttribute('href', '/watermark')
    expect(screen.getByRole('switch', { name: 'Watermark' })).toBeDisabled()
  })

  it('is not offered by a plan without it; an existing one can stay or be removed', async () => {
    const { api, person } = await openExpanded([share({ id: 'one', watermark: true })], withWatermark(starter))
    await person.click(await findButton('New Link'))
    await findForm('New share link')
    expect(screen.queryByRole('switch', { name: 'Watermark' })).toBeNull()
    await person.click(await findButton('Cancel'))
    await person.click(await findButton('Edit'))
    await findForm('Edit share link')
    await person.click(screen.getByRole('switch', { name: 'Show titles' }))
    await person.click(await findButton('Save Link'))
    await person.click(await findButton('Edit'))
    await findForm('Edit share link')
    await person.click(screen.getByRole('switch', { name: 'Watermark' }))
    await person.click(await findButton('Save Link'))
    await waitFor(() => expect(api.callsTo('PATCH', '/api/shares/one')).toHaveLength(2))
    const sentValues = api
      .callsTo('PATCH', '/api/shares/one')
      .map(({ body }) => (body as { watermark?: boolean }).watermark)
    expect(sentValues).toEqual([undefined, false])
  })
})

it('rule 148 an upload link can add the photos of guests to a section of the album', async () => {
  const sections = [{ id: 'party', name: 'Party', image_count: 0 }]
  const { person } = renderApp('/albums/lisbon', api => {
    withAlbum({ album: { sections } })(api)
    api.on('GET /api/albums/lisbon/upload-links', () => Response.json({ links: [] }))
  })
  await person.click(await findButton('Ask for Photos'))
  await person.click(await findButton('New Upload Link'))
  const options = within(await screen.findByRole('combobox', { name: 'Add photos to' })).getAllByRole('option')
  expect(options.map(option => option.textContent)).toEqual(['The end of the album', 'Party'])
})

it('S-PANEL-06 S-PANEL-07 Copy Link copies the address and confirms it for 2 seconds', async () => {
  await openExpanded()
  const copy = await findButton('Copy Link')
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] })
  try {
    await act(async () => copy.click())
    expect(screen.getByText('Link copied!')).toBeVisible()
    act(() => void jest.advanceTimersByTime(1999))
    expect(screen.getByText('Link copied!')).toBeVisible()
    act(() => void jest.advanceTimersByTime(1))
    expect(screen.queryByText('Link copied!')).toBeNull()
  } finally {
    jest.useRealTimers()
  }
  expect(await navigator.clipboard.readText()).toBe('http://localhost/share/token-one')
})
